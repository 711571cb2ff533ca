# SPDX-License-Identifier: GPL-3.0-or-later
"""Decoded, resized, augmented and mixed images of Pillow and torchvision.

    python tests/golden/image/make_image.py

Needs torch, torchvision and Pillow. Writes tests/golden/image/image.safetensors, which tests/image/ reads: `file/NAME`
has the bytes of an image file and `picture/NAME` its pixels; the others are results, whose parameters are in their
names. Of 16-bit gray the pixels are the upper bytes, as of 16-bit color, where Pillow's convert() clips. Also writes
the files of tests/fuzz/corpus/image and image_archive.
"""

import io
import pathlib
import random
import struct
import zipfile

import numpy as np
import torch
import torchvision.transforms as T
import torchvision.transforms.functional as F
from PIL import Image, ImageOps
from safetensors.numpy import save_file
from torchvision.transforms import autoaugment, v2

from png_writer import chunk, png

HERE = pathlib.Path(__file__).parent
CORPUS = HERE.parents[1] / "fuzz/corpus"
XMP = b"http://ns.adobe.com/xap/1.0/\0<x:xmpmeta><rdf:Description tiff:Orientation=\"%d\"/></x:xmpmeta>"


def scene(width, height, seed):
    """Waves, edges and noise of the whole range."""
    rng = np.random.default_rng(seed)
    y, x = np.mgrid[0:height, 0:width]
    planes = [127 + 120 * np.sin(x / 3.1 + c) * np.cos(y / (2.3 + c)) for c in range(3)]
    image = np.stack(planes, -1) + rng.normal(0, 25, (height, width, 3))
    image[height // 3:height // 2, width // 4:width // 2] = (250, 5, 128)
    return Image.fromarray(np.clip(image, 0, 255).astype(np.uint8))


def saved(image, kind="JPEG", **options):
    buffer = io.BytesIO()
    image.save(buffer, kind, **options)
    return buffer.getvalue()


def with_marker(jpeg, marker, data):
    """A JPEG with one more marker at its beginning."""
    return jpeg[:2] + bytes([0xFF, marker]) + struct.pack(">H", len(data) + 2) + data + jpeg[2:]


def exif(orientation, big_endian=False):
    order = ">" if big_endian else "<"
    start = b"MM\0*" if big_endian else b"II*\0"
    entries = [(0x0100, 4, 1, 20), (0x0112, 3, 1, orientation)]
    data = start + struct.pack(order + "IH", 8, len(entries))
    for tag, kind, count, value in entries:
        packed = struct.pack(order + "HH", value, 0) if kind == 3 else struct.pack(order + "I", value)
        data += struct.pack(order + "HHI", tag, kind, count) + packed
    return data + struct.pack(order + "I", 0)


def jpegs():
    photo, small = scene(37, 29, 1), scene(12, 7, 2)
    files = {
        "420.jpg": saved(photo, quality=85, subsampling=2),
        "422.jpg": saved(photo, quality=85, subsampling=1),
        "444.jpg": saved(photo, quality=95, subsampling=0),
        "progressive.jpg": saved(photo, quality=85, progressive=True),
        "gray.jpg": saved(photo.convert("L"), quality=90),
        "restarts.jpg": saved(photo, quality=80, restart_marker_blocks=2),
        "tiny.jpg": saved(scene(1, 1, 3), quality=90),
    }
    cmyk = Image.fromarray(np.dstack([np.array(photo), 255 - np.array(photo.convert("L")) // 2]), "CMYK")
    files["cmyk.jpg"] = saved(cmyk, quality=95)
    at = files["cmyk.jpg"].index(b"Adobe") + 11
    files["ycck.jpg"] = files["cmyk.jpg"][:at] + b"\2" + files["cmyk.jpg"][at + 1:]
    turned = saved(small, quality=90)
    for orientation in range(1, 9):
        files[f"exif{orientation}.jpg"] = with_marker(turned, 0xE1, b"Exif\0\0" + exif(orientation, orientation % 2 == 0))
    files["exif9.jpg"] = with_marker(turned, 0xE1, b"Exif\0\0" + exif(9))
    files["xmp6.jpg"] = with_marker(turned, 0xE1, XMP % 6)
    files["xmp_after_exif.jpg"] = with_marker(files["exif3.jpg"], 0xE1, XMP % 6)
    return files


def samples(width, height, channels, depth, seed):
    rng = random.Random(seed)
    return [[rng.randrange(1 << depth) for _ in range(width * channels)] for _ in range(height)]


def pngs():
    files = {}
    for depth in (1, 2, 4, 8, 16):
        files[f"gray{depth}.png"] = png(samples(13, 9, 1, depth, depth), 13, depth, 0)
    for depth in (8, 16):
        files[f"rgb{depth}.png"] = png(samples(13, 9, 3, depth, 20 + depth), 13, depth, 2)
        files[f"rgba{depth}.png"] = png(samples(13, 9, 4, depth, 30 + depth), 13, depth, 6)
        files[f"ga{depth}.png"] = png(samples(13, 9, 2, depth, 40 + depth), 13, depth, 4)
    rng = random.Random(5)
    for depth in (1, 4, 8):
        colors = bytes(rng.randrange(256) for _ in range(3 << depth))
        files[f"palette{depth}.png"] = png(samples(13, 9, 1, depth, 50 + depth), 13, depth, 3,
                                           [(b"PLTE", colors), (b"tRNS", bytes(range(0, 1 << min(depth, 4))))])
    files["transparent.png"] = png(samples(13, 9, 3, 8, 60), 13, 8, 2, [(b"tRNS", struct.pack(">HHH", 1, 2, 3))])
    files["interlaced.png"] = png(samples(13, 9, 3, 8, 61), 13, 8, 2, interlaced=True)
    files["interlaced2.png"] = png(samples(13, 9, 1, 2, 62), 13, 2, 0, interlaced=True)
    files["gamma.png"] = png(samples(13, 9, 3, 8, 63), 13, 8, 2, [(b"gAMA", struct.pack(">I", 200000))])
    files["exif6.png"] = png(samples(13, 9, 3, 8, 64), 13, 8, 2, [(b"eXIf", exif(6))])
    files["filtered.png"] = saved(scene(40, 30, 4), "PNG")
    return files


def decoded(name, data):
    image = Image.open(io.BytesIO(data))
    if name == "gray16.png":
        return np.repeat((np.array(image) >> 8).astype(np.uint8)[..., None], 3, -1)
    return np.array(ImageOps.exif_transpose(image).convert("RGB"))


def resized(tensors):
    image = scene(40, 30, 10)
    tensors["source"] = np.array(image)
    for name, kind in (("bilinear", Image.Resampling.BILINEAR), ("bicubic", Image.Resampling.BICUBIC)):
        for width, height in ((17, 11), (64, 48), (40, 12), (13, 30), (1, 1), (39, 31), (7, 50), (80, 9)):
            tensors[f"resize/{name}/{width}x{height}"] = np.array(image.resize((width, height), kind))
    for x, y, width, height in ((3, 5, 20, 17), (30, 20, 10, 10), (0, 0, 1, 30), (39, 29, 1, 1)):
        part = F.resized_crop(image, y, x, height, width, [16, 16], T.InterpolationMode.BICUBIC)
        tensors[f"part/{x},{y},{width}x{height}"] = np.array(part)
    for shorter, size in ((20, 16), (16, 16), (37, 30)):
        tensors[f"center/{shorter}/{size}"] = np.array(T.Compose([T.Resize(shorter), T.CenterCrop(size)])(image))
    for x, y in ((0, 0), (4, 4), (8, 3), (1, 8)):
        tensors[f"padded/{x},{y}"] = np.array(F.crop(F.pad(image, 4), y, x, 30, 40))
    mean, std = (0.485, 0.456, 0.406), (0.229, 0.224, 0.225)
    tensors["normalized"] = T.Normalize(mean, std)(T.ToTensor()(image)).numpy()


def augmented(tensors):
    image = scene(24, 18, 11)
    dull = Image.fromarray((np.array(image) // 3 + 60).astype(np.uint8))
    tensors["augment_source"], tensors["dull_source"] = np.array(image), np.array(dull)
    names = {"ShearX": "shear_x", "ShearY": "shear_y", "TranslateX": "translate_x", "TranslateY": "translate_y",
             "Rotate": "rotate", "Brightness": "brightness", "Color": "color", "Contrast": "contrast",
             "Sharpness": "sharpness", "Posterize": "posterize", "Solarize": "solarize",
             "AutoContrast": "autocontrast", "Equalize": "equalize", "Identity": "identity"}
    space = autoaugment.RandAugment()._augmentation_space(31, (18, 24))
    for theirs, (magnitudes, signed) in space.items():
        all_magnitudes = magnitudes.expand(31).to(torch.float64).numpy().copy()
        tensors[f"strength/{names[theirs]}"] = all_magnitudes
        for at in ((9, 30) if magnitudes.ndim else (0,)):
            for sign in (1, -1) if signed else (1,):
                strength = sign * float(magnitudes[at].item()) if magnitudes.ndim else 0.0
                made = autoaugment._apply_op(image, theirs, strength, T.InterpolationMode.NEAREST, None)
                tensors[f"augment/{names[theirs]}/{strength!r}"] = np.array(made)
    for theirs in ("AutoContrast", "Equalize"):
        made = autoaugment._apply_op(dull, theirs, 0.0, T.InterpolationMode.NEAREST, None)
        tensors[f"dull/{names[theirs]}/0.0"] = np.array(made)


def mixed(tensors):
    batch = torch.rand(3, 3, 6, 5, generator=torch.Generator().manual_seed(1))
    labels = torch.tensor([0, 1, 2])
    tensors["batch"] = batch.numpy()
    for kind, params in ((v2.MixUp(num_classes=3), {"lam": 0.3}), (v2.CutMix(num_classes=3), {"box": (1, 2, 4, 5), "lam_adjusted": 0.7})):
        kind.make_params = lambda _, params=params: params
        images, mixed_labels = kind(batch.clone(), labels)
        name = type(kind).__name__.lower()
        tensors[f"mix/{name}"], tensors[f"mix_labels/{name}"] = images.numpy(), mixed_labels.numpy()


def archive(method, comment=b"", zip64=False):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as file:
        file.comment = comment
        for name in ("train/cat/1.jpg", "train/dog/2.jpg", "test/cat/3.jpg", "readme.txt"):
            info = zipfile.ZipInfo(name)
            info.compress_type = method
            with file.open(info, "w", force_zip64=zip64) as entry:
                entry.write(name.encode() * 20)
    return buffer.getvalue()


def archives():
    pixels = bytes(range(24))
    return {"stored": archive(zipfile.ZIP_STORED), "deflated": archive(zipfile.ZIP_DEFLATED, b"comment"),
            "zip64": archive(zipfile.ZIP_DEFLATED, zip64=True), "bzip2": archive(zipfile.ZIP_BZIP2),
            "empty": b"PK\5\6" + bytes(18),
            "idx_images": struct.pack(">IIII", 0x803, 3, 4, 2) + pixels,
            "idx_labels": struct.pack(">II", 0x801, 3) + b"\2\0\1",
            "idx_huge": struct.pack(">IIII", 0x803, 0x10000, 0x10000, 0x10000) + pixels}


def main():
    tensors, files = {}, {**jpegs(), **pngs()}
    for name, data in files.items():
        tensors[f"file/{name}"] = np.frombuffer(data, np.uint8)
        tensors[f"picture/{name}"] = decoded(name, data)
    resized(tensors)
    augmented(tensors)
    mixed(tensors)
    save_file({name: np.ascontiguousarray(value) for name, value in tensors.items()}, HERE / "image.safetensors")
    for name in ("420.jpg", "progressive.jpg", "cmyk.jpg", "exif6.jpg", "xmp6.jpg", "gray.jpg", "restarts.jpg",
                 "gray16.png", "palette4.png", "interlaced.png", "exif6.png", "rgba8.png"):
        (CORPUS / "image" / name.replace(".", "_")).write_bytes(files[name])
    bomb = struct.pack(">IIBBBBB", 60000, 60000, 8, 2, 0, 0, 0)
    (CORPUS / "image/bomb_png").write_bytes(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", bomb) + chunk(b"IDAT", b"\x78\x9c\x03\0\0\0\0\1"))
    at = files["420.jpg"].index(b"\xff\xc0") + 5
    (CORPUS / "image/bomb_jpg").write_bytes(files["420.jpg"][:at] + b"\xfd\xe8\xfd\xe8" + files["420.jpg"][at + 4:])
    for name, data in archives().items():
        (CORPUS / "image_archive" / name).write_bytes(data)


if __name__ == "__main__":
    main()
