// SPDX-License-Identifier: GPL-3.0-or-later
// Pages that are given out again, and what the process holds meanwhile.
#include "memory/page_heap.h"

#include <QTest>
#include <cstdio>
#include <cstring>
#include <random>
#include <unistd.h>
#include <vector>

using tunedesk::memory::PageHeap;

class PageHeapTest : public QObject {
    Q_OBJECT

    static constexpr std::size_t mib = 1 << 20;

    static std::size_t resident() {
        std::size_t all = 0, pages = 0;
        std::FILE* file = std::fopen("/proc/self/statm", "r");
        if (!file || std::fscanf(file, "%zu %zu", &all, &pages) != 2) pages = 0;
        if (file) std::fclose(file);
        return pages * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
    }
    static void* written(PageHeap& heap, std::size_t bytes, int value = 1) {
        void* block = heap.take(bytes);
        if (block) std::memset(block, value, bytes);
        return block;
    }

private Q_SLOTS:
    void what_was_freed_is_given_again() {
        PageHeap heap;
        void* first = written(heap, 3 * mib);
        QVERIFY(reinterpret_cast<std::uintptr_t>(first) % 4096 == 0);
        heap.give(first, 3 * mib);
        QCOMPARE(heap.figures().used, std::size_t{0});
        QCOMPARE(heap.figures().kept, 3 * mib);
        void* part = heap.take(mib);
        QCOMPARE(part, first);
        QCOMPARE(*static_cast<char*>(part), char{1}); // the same pages
        QCOMPARE(heap.figures().kept, 2 * mib);
        void* rest = heap.take(2 * mib);
        QCOMPARE(static_cast<char*>(rest), static_cast<char*>(first) + mib);
        heap.give(part, mib);
        heap.give(rest, 2 * mib);
        QCOMPARE(heap.take(3 * mib), first); // neighbours are one again
    }

    void the_process_holds_no_more_than_was_used_at_once() {
        PageHeap heap;
        const std::size_t before = resident();
        for (const std::size_t size : {20, 30, 40, 60, 100}) { // none fits into one freed before
            void* block = written(heap, size * mib);
            void* small = written(heap, mib);
            QVERIFY(resident() < before + (size + 1) * mib + 8 * mib);
            heap.give(block, size * mib);
            heap.give(small, mib);
        }
        QCOMPARE(heap.figures().most_used, 101 * mib);
        QCOMPARE(heap.figures().kept, 101 * mib);
    }

    void pages_given_back_come_again_empty() {
        PageHeap heap;
        void* first = written(heap, 8 * mib);
        heap.give(first, 8 * mib);
        QVERIFY(written(heap, 16 * mib)); // the freed pages go: 16 MiB is the most that was used
        QCOMPARE(heap.figures().kept, std::size_t{0});
        void* again = heap.take(8 * mib);
        QCOMPARE(again, first);
        QCOMPARE(*static_cast<char*>(again), char{0});
        QCOMPARE(heap.figures().most_used, 24 * mib);
    }

    void blocks_never_overlap() {
        struct Block {
            unsigned char* data;
            std::size_t size;
            unsigned char value;
        };
        PageHeap heap;
        std::mt19937 random(7);
        std::vector<Block> blocks;
        std::size_t used = 0;
        for (int i = 0; i < 4000; ++i) {
            if (blocks.size() < 20 || (blocks.size() < 60 && random() % 2 == 0)) {
                const std::size_t size = 1 + random() % (400 << 10);
                const auto value = static_cast<unsigned char>(random());
                auto* data = static_cast<unsigned char*>(heap.take(size));
                QVERIFY(data);
                data[0] = data[size / 2] = data[size - 1] = value;
                blocks.push_back({data, size, value});
                used += (size + 4095) / 4096 * 4096;
            } else {
                std::swap(blocks[random() % blocks.size()], blocks.back());
                const Block block = blocks.back();
                for (const std::size_t at : {std::size_t{0}, block.size / 2, block.size - 1})
                    QCOMPARE(block.data[at], block.value);
                heap.give(block.data, block.size);
                blocks.pop_back();
                used -= (block.size + 4095) / 4096 * 4096;
            }
            QCOMPARE(heap.figures().used, used);
            QVERIFY(heap.figures().used + heap.figures().kept <= heap.figures().most_used);
        }
    }

    void more_than_the_kernel_has_is_refused() {
        PageHeap heap;
        QCOMPARE(heap.take(std::size_t{1} << 60), nullptr);
        QVERIFY(heap.take(mib));
    }
};

QTEST_GUILESS_MAIN(PageHeapTest)
#include "page_heap_test.moc"
