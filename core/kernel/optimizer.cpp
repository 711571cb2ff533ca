#include "kernel/sets.h"
#include "kernel/simd.h"

namespace tunedesk::kernel::TUNEDESK_ISA {

namespace {

inline Vec square_root(Vec x) {
#if defined(__AVX512F__)
    return reinterpret_cast<Vec>(_mm512_sqrt_ps(reinterpret_cast<__m512>(x)));
#else
    for (int i = 0; i < lanes; ++i)
        x[i] = __builtin_sqrtf(x[i]);
    return x;
#endif
}

} // namespace

void adam(const OptimizerStep& o, std::int64_t begin, std::int64_t end) {
    // As PyTorch: m += (1-b1)(g-m); v = b2 v + (1-b2) g g; p -= lr/c1 * m / (sqrt(v)/sqrt(c2) + eps).
    const auto b1 = static_cast<float>(1 - o.beta1), b2 = static_cast<float>(o.beta2),
               c2 = static_cast<float>(1 - o.beta2);
    const auto step = static_cast<float>(o.learning_rate / o.bias_correction1);
    const auto denominator = static_cast<float>(1.0 / __builtin_sqrt(o.bias_correction2));
    const auto eps = static_cast<float>(o.epsilon), scale = static_cast<float>(o.gradient_scale);
    const auto keep = static_cast<float>(o.decoupled ? 1 - o.learning_rate * o.weight_decay : 1);
    const auto decay = static_cast<float>(o.decoupled ? 0 : o.weight_decay);
    for (std::int64_t i = begin; i < end; i += lanes) {
        const std::int64_t rest = end - i;
        Vec p = load_up_to(o.parameter + i, rest) * keep;
        const Vec g = load_up_to(o.gradient + i, rest) * scale + p * decay;
        Vec m = load_up_to(o.first + i, rest), v = load_up_to(o.second + i, rest);
        m += (g - m) * b1;
        v = v * b2 + g * g * c2;
        p -= step * m / (square_root(v) * denominator + eps);
        store_up_to(o.first + i, m, rest);
        store_up_to(o.second + i, v, rest);
        store_up_to(o.parameter + i, p, rest);
    }
}

void sgd(const OptimizerStep& o, std::int64_t begin, std::int64_t end) {
    const auto rate = static_cast<float>(o.learning_rate), decay = static_cast<float>(o.weight_decay);
    const auto momentum = static_cast<float>(o.momentum), scale = static_cast<float>(o.gradient_scale);
    for (std::int64_t i = begin; i < end; i += lanes) {
        const std::int64_t rest = end - i;
        const Vec p = load_up_to(o.parameter + i, rest);
        Vec g = load_up_to(o.gradient + i, rest) * scale + p * decay;
        if (o.first) {
            const Vec buffer = o.first_step ? g : load_up_to(o.first + i, rest) * momentum + g;
            store_up_to(o.first + i, buffer, rest);
            g = o.nesterov ? g + buffer * momentum : buffer;
        }
        store_up_to(o.parameter + i, p - g * rate, rest);
    }
}

double sum_of_squares(const float* x, std::int64_t begin, std::int64_t end) {
    double total = 0;
    for (std::int64_t i = begin; i < end;) {
        const std::int64_t part = end - i < 4096 ? end : i + 4096; // short fp32 sums, added up in fp64
        Vec squares{};
        for (; i < part; i += lanes) {
            const Vec v = load_up_to(x + i, part - i);
            squares += v * v;
        }
        i = part;
        total += static_cast<double>(sum(squares));
    }
    return total;
}

} // namespace tunedesk::kernel::TUNEDESK_ISA
