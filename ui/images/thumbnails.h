// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/image/source/image_source.h"
#include "ui/widgets/background.h"

#include <QCache>
#include <QImage>
#include <QObject>
#include <QSet>
#include <memory>
#include <vector>

namespace tunedesk::ui {

/// Thumbnails of a source's images, decoded in the background on request: the newest request first; old
/// pending requests are dropped. Window's thread.
class Thumbnails : public QObject {
    Q_OBJECT

public:
    explicit Thumbnails(QObject* parent = nullptr);

    static constexpr int side = 96; ///< largest width and height in pixels

    void use(std::shared_ptr<const image::ImageSource> source);
    const std::shared_ptr<const image::ImageSource>& source() const { return source_; }
    /// Null if it is not decoded yet: made() follows. Images that cannot be decoded have an empty picture.
    const QImage* find(int number);

Q_SIGNALS:
    void made(int number);

private:
    struct Made {
        std::vector<std::pair<int, QImage>> images;
    };
    void start();

    std::shared_ptr<const image::ImageSource> source_;
    QCache<int, QImage> kept_;
    std::vector<int> wanted_; ///< pending requests, the newest last
    QSet<int> under_way_;
    int running_ = 0;
    CancelToken jobs_; ///< for the current source
};

} // namespace tunedesk::ui
