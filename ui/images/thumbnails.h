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

/// Small copies of a source's images, which are decoded in the background as they are asked for: the newest
/// wish first, those of earlier ones that have waited long given up. On the window's thread.
class Thumbnails : public QObject {
    Q_OBJECT

public:
    explicit Thumbnails(QObject* parent = nullptr);

    static constexpr int side = 96; ///< pixels, at most

    void use(std::shared_ptr<const image::ImageSource> source);
    const std::shared_ptr<const image::ImageSource>& source() const { return source_; }
    /// Null if it is not there yet: made() says when. Images that cannot be decoded have an empty picture.
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
    std::vector<int> wanted_; ///< the newest last
    QSet<int> under_way_;
    int running_ = 0;
    CancelToken jobs_; ///< of the source in use
};

} // namespace tunedesk::ui
