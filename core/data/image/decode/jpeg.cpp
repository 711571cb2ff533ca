// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/error.h"
#include "data/image/decode/codecs.h"
#include "data/image/decode/orientation.h"

#include <algorithm>
#include <csetjmp>
#include <cstdio> // jpeglib.h needs it
#include <jerror.h>
#include <jpeglib.h>
#include <new>
#include <utility>
#include <vector>

namespace tunedesk::image {

namespace {

// real progressive files have about ten; each takes time proportional to the pixels
constexpr int most_scans = 100;

/// libjpeg's state for one image. Its functions end with a long jump on errors, so that no object with a
/// destructor may exist between run() and them.
class JpegReader {
public:
    explicit JpegReader(std::string_view bytes);
    ~JpegReader() { jpeg_destroy_decompress(&info_); }
    JpegReader(const JpegReader&) = delete;
    JpegReader& operator=(const JpegReader&) = delete;

    jpeg_decompress_struct& info() { return info_; }
    /// Calls `work`, which calls libjpeg. Throws Error 3154 if that fails.
    template <class Work>
    void run(const std::string& where, Work work) {
        if (setjmp(back_)) fail(where);
        work();
    }
    /// 1 to 8; from the markers before the first scan.
    int orientation() const;

private:
    static JpegReader& of(j_common_ptr info) { return *static_cast<JpegReader*>(info->client_data); }
    static JpegReader& of(j_decompress_ptr info) { return of(reinterpret_cast<j_common_ptr>(info)); }
    [[noreturn]] static void on_error(j_common_ptr info);
    static void on_message(j_common_ptr info, int level);
    static void on_progress(j_common_ptr info);
    static boolean on_end(j_decompress_ptr info);
    static void skip(j_decompress_ptr info, long bytes);
    [[noreturn]] void fail(const std::string& where) const;

    jpeg_decompress_struct info_{};
    jpeg_error_mgr errors_{};
    jpeg_source_mgr source_{};
    jpeg_progress_mgr progress_{};
    std::jmp_buf back_{};
    char message_[JMSG_LENGTH_MAX] = {};
    bool ended_early_ = false;
};

JpegReader::JpegReader(std::string_view bytes) {
    info_.err = jpeg_std_error(&errors_);
    info_.client_data = this;
    errors_.error_exit = on_error;
    errors_.emit_message = on_message;
    if (setjmp(back_)) { // only memory can be missing here
        jpeg_destroy_decompress(&info_);
        throw std::bad_alloc();
    }
    jpeg_create_decompress(&info_);
    source_.next_input_byte = reinterpret_cast<const JOCTET*>(bytes.data());
    source_.bytes_in_buffer = bytes.size();
    source_.init_source = [](j_decompress_ptr) {};
    source_.fill_input_buffer = on_end;
    source_.skip_input_data = skip;
    source_.resync_to_restart = jpeg_resync_to_restart;
    source_.term_source = [](j_decompress_ptr) {};
    progress_.progress_monitor = on_progress;
    info_.src = &source_;
    info_.progress = &progress_;
    jpeg_save_markers(&info_, JPEG_APP0 + 1, 0xFFFF);
}

void JpegReader::on_error(j_common_ptr info) {
    JpegReader& reader = of(info);
    info->err->format_message(info, reader.message_);
    std::longjmp(reader.back_, 1);
}

/// Warnings of lost data end decoding; those of harmless defects do not.
void JpegReader::on_message(j_common_ptr info, int level) {
    if (level >= 0) return;
    switch (info->err->msg_code) {
    case JWRN_ADOBE_XFORM:
    case JWRN_BOGUS_PROGRESSION:
    case JWRN_EXTRANEOUS_DATA:
    case JWRN_JFIF_MAJOR:
    case JWRN_NOT_SEQUENTIAL:
    case JWRN_TOO_MUCH_DATA:
        break;
    default:
        on_error(info);
    }
}

void JpegReader::on_progress(j_common_ptr info) {
    JpegReader& reader = of(info);
    if (reader.info_.input_scan_number <= most_scans) return;
    std::snprintf(reader.message_, sizeof reader.message_, "it has more than %d scans", most_scans);
    std::longjmp(reader.back_, 1);
}

boolean JpegReader::on_end(j_decompress_ptr info) {
    JpegReader& reader = of(info);
    reader.ended_early_ = true;
    std::longjmp(reader.back_, 1);
}

void JpegReader::skip(j_decompress_ptr info, long bytes) {
    if (bytes <= 0) return;
    if (static_cast<std::size_t>(bytes) > info->src->bytes_in_buffer) on_end(info);
    info->src->next_input_byte += bytes;
    info->src->bytes_in_buffer -= static_cast<std::size_t>(bytes);
}

void JpegReader::fail(const std::string& where) const {
    if (ended_early_) fail_truncated(where);
    throw Error(ErrorId::image_unreadable, {message_}, where);
}

int JpegReader::orientation() const {
    using namespace std::string_view_literals;
    constexpr std::string_view exif_start = "Exif\0\0"sv, xmp_start = "http://ns.adobe.com/xap/1.0/\0"sv;
    int of_xmp = 0;
    for (auto marker = info_.marker_list; marker; marker = marker->next) {
        const std::string_view data(reinterpret_cast<const char*>(marker->data), marker->data_length);
        if (data.starts_with(exif_start)) {
            if (const int of_exif = exif_orientation(data.substr(exif_start.size()))) return of_exif;
        } else if (data.starts_with(xmp_start) && of_xmp == 0) {
            of_xmp = xmp_orientation(data.substr(xmp_start.size()));
        }
    }
    return of_xmp;
}

void read_header(JpegReader& reader, const std::string& where, const DecodeOptions& options) {
    jpeg_decompress_struct& info = reader.info();
    reader.run(where, [&] { jpeg_read_header(&info, TRUE); });
    check_size(info.image_width, info.image_height, where, options);
}

/// The denominator (1, 2, 4 or 8) for DecodeOptions::reduce_to.
unsigned reduction(const jpeg_decompress_struct& info, int reduce_to) {
    const unsigned shorter = std::min(info.image_width, info.image_height);
    unsigned denominator = 1;
    if (reduce_to > 0)
        while (denominator < 8 && shorter / (2 * denominator) >= static_cast<unsigned>(reduce_to))
            denominator *= 2;
    return denominator;
}

/// Converts four channels as stored by Adobe, inverted, like Pillow's convert().
void convert_cmyk(const std::uint8_t* from, std::uint8_t* to, int width) {
    for (int x = 0; x < width; ++x, from += 4, to += 3) {
        const int light = from[3]; // 255 - black
        for (int c = 0; c < 3; ++c) {
            const int product = (255 - from[c]) * light + 128;
            to[c] = static_cast<std::uint8_t>(light - ((product >> 8) + product) / 256);
        }
    }
}

} // namespace

Picture decode_jpeg(std::string_view bytes, const std::string& where, const DecodeOptions& options) {
    JpegReader reader(bytes);
    read_header(reader, where, options);
    jpeg_decompress_struct& info = reader.info();
    const bool four = info.num_components == 4;
    info.out_color_space = four ? JCS_CMYK : JCS_RGB;
    info.scale_num = 1;
    info.scale_denom = reduction(info, options.reduce_to);
    reader.run(where, [&] { jpeg_start_decompress(&info); });
    Picture picture(static_cast<int>(info.output_width), static_cast<int>(info.output_height));
    std::vector<std::uint8_t> inks(four ? std::size_t{4} * info.output_width : 0);
    reader.run(where, [&] {
        while (info.output_scanline < info.output_height) {
            std::uint8_t* to = picture.row(static_cast<int>(info.output_scanline));
            JSAMPROW row = four ? inks.data() : to;
            jpeg_read_scanlines(&info, &row, 1);
            if (four) convert_cmyk(row, to, picture.width());
        }
    });
    return upright(std::move(picture), reader.orientation());
}

ImageSize jpeg_size(std::string_view bytes, const std::string& where, const DecodeOptions& options) {
    JpegReader reader(bytes);
    read_header(reader, where, options);
    ImageSize size{static_cast<int>(reader.info().image_width), static_cast<int>(reader.info().image_height)};
    if (is_turned(reader.orientation())) std::swap(size.width, size.height);
    return size;
}

} // namespace tunedesk::image
