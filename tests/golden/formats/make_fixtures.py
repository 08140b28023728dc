"""Writes the files that tests/web/formats.test.ts reads, with the libraries whose formats they are, and expected.json: what
those libraries read back. README.md names their versions. Run from this folder.
"""

import json
import warnings

import ml_dtypes
import numpy as np
from safetensors import safe_open
from safetensors.numpy import save_file

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


def save_safetensors(name, tensors, metadata=None):
    save_file(tensors, name, metadata)
    with safe_open(name, framework="numpy") as file:
        for tensor in file.keys():
            array = file.get_tensor(tensor)
            if array.dtype.kind == "f" or array.dtype == ml_dtypes.bfloat16:
                remember(f"{name}/{tensor}", array)


layouts = {
    **{name: array.reshape(15, 4) for name, array in named.items()},  # [tokens, dimensions]
    "heads": named["q"],  # [heads, tokens, dimensions]
    "batches": random.standard_normal((2, 3, 5, 4)).astype("<f4"),  # [batch, heads, tokens, dimensions]
}
# The ends of the range of BF16: the largest, the least normal and subnormal numbers, a zero with a sign, ties.
extremes = np.array([[0x7F7F, 0x0080, 0x0001], [0x8000, 0xFF7F, 0x3F81]], "<u2").view(ml_dtypes.bfloat16)
for name, dtype in (("single", np.float32), ("half", np.float16), ("brain", ml_dtypes.bfloat16)):
    save_safetensors(f"{name}.safetensors", {key: array.astype(dtype) for key, array in layouts.items()})
# As a training script leaves it: text about itself, types side by side, arrays that are no heads, a name outside ASCII.
save_safetensors(
    "mixed.safetensors",
    {
        "q": named["q"].astype(np.float16),
        "k": named["k"],
        "v": named["v"].astype(ml_dtypes.bfloat16),
        "gates": named["q"].astype(np.float64),
        "extremes": extremes,
        "tokens": np.arange(5),
        "mask": np.tri(5, dtype=bool),
        "scale": np.array(0.5, np.float32),
        "nothing": np.zeros((0, 4), np.float32),
        "φ": named["k"][0],
    },
    {"note": 'step 1000, "φ" is a feature map'},
)

with open("expected.json", "w", encoding="utf-8") as file:
    json.dump(expected, file, indent=1)
    file.write("\n")
