// SPDX-License-Identifier: GPL-3.0-or-later
// The images of a training step, as the model takes them.

#include "base/files/file.h"
#include "ui/display.h"
#include "ui/images/batch_view.h"
#include "ui/images/images_view.h"

#include <QLabel>
#include <QListWidget>
#include <QSpinBox>

using namespace tunedesk;
using namespace tunedesk::ui;

class BatchViewTest : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;

    /// Images in CIFAR-10's binary form, each of one brightness.
    Preset preset() const {
        constexpr int images = 20, values = 3 * 32 * 32;
        std::string bytes;
        for (int i = 0; i < images; ++i)
            bytes += static_cast<char>(i % 2) + std::string(values, static_cast<char>(10 * i));
        Preset preset;
        preset.task = task::Kind::image_classification;
        preset.model.architecture = Preset::Architecture::vit;
        preset.model.patch_size = 8;
        preset.model.width = 32;
        preset.model.heads = 4;
        preset.data.train = folder_.filePath("data_batch_1.bin").toStdString();
        preset.data.validation.clear();
        preset.data.test.clear();
        preset.data.image_size = 48;
        preset.training.per_device_train_batch_size = 4;
        write_file_atomically(preset.data.train, bytes);
        return preset;
    }

private Q_SLOTS:
    void a_step_shows_its_images_and_labels() {
        ImagesView view;
        BatchView& batch = *view.batch();
        view.resize(700, 400);
        Preset preset = this->preset();
        batch.show_preset(preset);
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        QTest::qWait(50);
        QCOMPARE(batch.list()->count(), 0); // it is hidden behind the gallery
        view.setCurrentWidget(&batch);
        QTRY_COMPARE(batch.list()->count(), 4);
        QCOMPARE(batch.step()->maximum(), 5);
        QVERIFY(batch.note()->text().contains("of 5 in the first epoch"));
        const QImage first = batch.list()->item(0)->data(Qt::DecorationRole).value<QImage>();
        QCOMPARE(first.size(), QSize(48, 48));
        const QString name = batch.list()->item(0)->toolTip();
        batch.step()->setValue(2);
        QTRY_VERIFY(batch.list()->count() == 4 && batch.list()->item(0)->toolTip() != name);

        preset.training.mixup_alpha = 0.4;
        batch.show_preset(preset);
        QTRY_VERIFY(batch.list()->count() == 4 && batch.list()->item(0)->text().contains("%"));
    }

    void what_cannot_be_read_is_said() {
        BatchView batch;
        Preset preset = this->preset();
        preset.data.train = folder_.filePath("nowhere").toStdString();
        batch.show_preset(preset);
        batch.show();
        QTRY_VERIFY(batch.note()->text().contains("nowhere"));
        QCOMPARE(batch.list()->count(), 0);
        preset.data.train.clear();
        batch.show_preset(preset);
        QTRY_VERIFY(batch.note()->text().contains("no images"));
    }
};

TUNEDESK_WINDOW_TEST_MAIN(BatchViewTest)
#include "batch_view_test.moc"
