// Writes ONNX models: just enough of protocol buffers for graphs of a few nodes. Field numbers are those of
// onnx.proto (https://github.com/onnx/onnx/blob/main/onnx/onnx.proto).
const VARINT = 0;
const BYTES = 2;
const FLOAT32 = 5;

/** TensorProto.DataType */
export const TYPES = { float: 1, int32: 6, int64: 7 };

function varint(value) {
  const bytes = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  do {
    bytes.push(Number(rest & 127n) | (rest > 127n ? 128 : 0));
    rest >>= 7n;
  } while (rest > 0n);
  return bytes;
}

function join(parts) {
  const joined = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

const tag = (field, wire) => varint((field << 3) | wire);
const integer = (field, value) => Uint8Array.from([...tag(field, VARINT), ...varint(value)]);
const float = (field, value) => join([tag(field, FLOAT32), new Uint8Array(Float32Array.of(value).buffer)]);
const bytes = (field, value) => join([tag(field, BYTES), varint(value.length), value]);
const text = (field, value) => bytes(field, new TextEncoder().encode(value));
const message = (field, parts) => bytes(field, join(parts));

/** A constant: a TensorProto of a typed array. */
export function constant(name, dims, data) {
  const type =
    data instanceof Float32Array ? TYPES.float : data instanceof BigInt64Array ? TYPES.int64 : TYPES.int32;
  const raw = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  return join([...dims.map((dim) => integer(1, dim)), integer(2, type), text(8, name), bytes(9, raw)]);
}

/** Attributes are integers, lists of integers, texts, or {float}. */
function attribute(name, value) {
  const kind = (type) => integer(20, type);
  if (typeof value === 'string') return [text(1, name), text(4, value), kind(3)];
  if (Array.isArray(value)) return [text(1, name), ...value.map((item) => integer(8, item)), kind(7)];
  if (typeof value === 'object') return [text(1, name), float(2, value.float), kind(1)];
  return [text(1, name), integer(3, value), kind(2)];
}

/** A NodeProto; `domain` of the operator where it is not ONNX's own. */
export function node(operator, inputs, outputs, attributes = {}, domain = '') {
  return join([
    ...inputs.map((name) => text(1, name)),
    ...outputs.map((name) => text(2, name)),
    text(4, operator),
    ...Object.entries(attributes).map(([name, value]) => message(5, attribute(name, value))),
    text(7, domain),
  ]);
}

function valueInfo(name, type, dims) {
  const shape = message(
    2,
    dims.map((dim) => message(1, [integer(1, dim)])),
  );
  return [text(1, name), message(2, [message(1, [integer(1, type), shape])])];
}

/** A ModelProto. inputs, outputs: [name, type, dims]; the operators are of this opset and com.microsoft's. */
export function model({ nodes, inputs, outputs, constants = [], opset = 17 }) {
  const graph = [
    ...nodes.map((item) => bytes(1, item)),
    text(2, 'attention'),
    ...constants.map((item) => bytes(5, item)),
    ...inputs.map((item) => message(11, valueInfo(...item))),
    ...outputs.map((item) => message(12, valueInfo(...item))),
  ];
  // Opset 23 belongs to version 11 of the format.
  return join([
    integer(1, opset >= 23 ? 11 : 8),
    message(7, graph),
    message(8, [text(1, ''), integer(2, opset)]),
    message(8, [text(1, 'com.microsoft'), integer(2, 1)]),
  ]);
}
