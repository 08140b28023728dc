"""Writes the files that tests/web/formats.test.ts reads, with NumPy itself, and expected.json: what NumPy reads back.

Run from this folder with any Python that has numpy (Debian: python3-numpy); the committed files are of numpy 1.24.2.
F16 and BF16 safetensors are written here byte by byte after the published format, since Debian has no library for it:
8 bytes of little-endian header length, a JSON header of dtype, shape and data_offsets, then the data.
"""

import json
import struct
import warnings

import numpy as np

SEED = 20200704
random = np.random.default_rng(SEED)
expected = {}


def remember(name, array):
    array = np.asarray(array)
    expected[name] = {
        "shape": list(array.shape),
        "values": array.astype(np.float64).flatten(order="C").tolist(),
    }


def save(name, array, version=None):
    with open(name, "wb") as file, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # numpy warns that versions 2 and 3 need a recent reader
        np.lib.format.write_array(file, array, version=version)
    remember(name, np.load(name))


normal = random.standard_normal((4, 3))
for code in ("<f2", "<f4", "<f8", ">f2", ">f4", ">f8"):
    order = "big" if code[0] == ">" else "little"
    save(f"c-{order}-{code[1:]}.npy", normal.astype(code))
    save(f"fortran-{order}-{code[1:]}.npy", np.asfortranarray(normal.astype(code)))
for code in ("|i1", "<i2", ">i4", "<i8", "|u1", ">u2", "<u4", ">u8"):
    save(f"integer-{code[1:]}.npy", (np.arange(12) * 10).reshape(4, 3).astype(code))
save("bool.npy", normal > 0)
save("heads-3d.npy", random.standard_normal((2, 5, 3)).astype("<f4"))
save("heads-4d-fortran.npy", np.asfortranarray(random.standard_normal((2, 3, 4, 2)).astype("<f4")))
save("version-2.npy", normal.astype("<f4"), version=(2, 0))
save("version-3.npy", normal.astype("<f4"), version=(3, 0))
save("half-extremes.npy", np.array([[65504, 6.104e-05, 5.96e-08], [-0.0, -1.5, 0.333]], "<f2"))

named = {name: random.standard_normal((3, 5, 4)).astype("<f4") for name in "qkv"}
np.savez("stored.npz", **named)
np.savez_compressed("compressed.npz", **named)
for name, array in named.items():
    remember(f"compressed.npz/{name}", array)
    remember(f"stored.npz/{name}", array)

np.savetxt("comma.csv", normal, delimiter=",", header="a,b,c", comments="")
np.savetxt("tabs.tsv", normal, delimiter="\t")
remember("comma.csv", np.loadtxt("comma.csv", delimiter=",", skiprows=1))
remember("tabs.tsv", np.loadtxt("tabs.tsv"))
with open("semicolon.csv", "w", encoding="utf-8") as file:
    file.write("token;x;y;z\n")
    for token, row in zip(("The", "teacher", "left", "."), normal):
        file.write(";".join([token, *(repr(float(value)).replace(".", ",") for value in row)]) + "\n")
remember("semicolon.csv", normal)

np.save("complex.npy", normal + 1j)
np.save("text.npy", np.array(["a", "b"]))
np.save("structured.npy", np.zeros(2, dtype=[("q", "<f4"), ("k", "<f4")]))
np.save("objects.npy", np.array([None, 1], dtype=object), allow_pickle=True)


def save_safetensors(name, tensors):
    header, body = {}, b""
    for tensor, (dtype, shape, data) in tensors.items():
        header[tensor] = {"dtype": dtype, "shape": shape, "data_offsets": [len(body), len(body) + len(data)]}
        body += data
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    with open(name, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text + body)


def bfloat16(array):
    """The upper half of each float32, rounded to nearest, ties to even."""
    bits = array.astype("<f4").view("<u4").astype(np.uint64)
    return ((bits + 0x7FFF + ((bits >> 16) & 1)) >> 16).astype("<u2")


tensors = {name: array.reshape(15, 4) for name, array in named.items()}
save_safetensors("half.safetensors", {n: ("F16", list(a.shape), a.astype("<f2").tobytes()) for n, a in tensors.items()})
save_safetensors("brain.safetensors", {n: ("BF16", list(a.shape), bfloat16(a).tobytes()) for n, a in tensors.items()})
save_safetensors("single.safetensors", {n: ("F32", list(a.shape), a.tobytes()) for n, a in tensors.items()})
for name, array in tensors.items():
    remember(f"half.safetensors/{name}", array.astype("<f2"))
    remember(f"brain.safetensors/{name}", (bfloat16(array).astype("<u4") << 16).view("<f4"))
    remember(f"single.safetensors/{name}", array)

with open("expected.json", "w", encoding="utf-8") as file:
    json.dump(expected, file, indent=1)
    file.write("\n")
