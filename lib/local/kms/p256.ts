import { createECDH, type KeyObject, randomBytes } from 'node:crypto';

// ECDSA on P-256 over a digest that is made already (FIPS 186-5, section 6.4). Node's crypto always hashes by
// itself, and KMS's MessageType DIGEST does not; the constants are those of SP 800-186, section 3.2.1.3.
const p = 0xffffffff00000001000000000000000000000000ffffffffffffffffffffffffn;
const n = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
const b = 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn;

interface Point {
  readonly x: bigint;
  readonly y: bigint;
}

const generator: Point = {
  x: 0x6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296n,
  y: 0x4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5n,
};

/** Signs a 32-byte digest; the signature is DER, as KMS gives it. */
export function signDigest(privateKey: KeyObject, digest: Buffer): Buffer {
  const d = toInteger(Buffer.from(privateKey.export({ format: 'jwk' }).d ?? '', 'base64url'));
  const z = toInteger(digest);
  for (;;) {
    const k = toInteger(randomBytes(32));
    if (k === 0n || k >= n) continue;
    const exchange = createECDH('prime256v1');
    exchange.setPrivateKey(toBytes(k));
    const r = toInteger(exchange.getPublicKey().subarray(1, 33)) % n;
    const s = modulo(invert(k, n) * (z + r * d), n);
    if (r !== 0n && s !== 0n) return toDer(r, s);
  }
}

/** Whether a DER signature over a 32-byte digest is the key's. */
export function verifyDigest(publicKey: KeyObject, digest: Buffer, signature: Buffer): boolean {
  const parts = fromDer(signature);
  if (parts === undefined) return false;
  const [r, s] = parts;
  if (r <= 0n || r >= n || s <= 0n || s >= n) return false;
  const jwk = publicKey.export({ format: 'jwk' });
  const key = {
    x: toInteger(Buffer.from(jwk.x ?? '', 'base64url')),
    y: toInteger(Buffer.from(jwk.y ?? '', 'base64url')),
  };
  if (modulo(key.y * key.y - key.x ** 3n + 3n * key.x - b, p) !== 0n) return false;
  const w = invert(s, n);
  const sum = add(multiply(modulo(toInteger(digest) * w, n), generator), multiply(modulo(r * w, n), key));
  return sum !== undefined && sum.x % n === r;
}

function multiply(factor: bigint, point: Point): Point | undefined {
  let result: Point | undefined;
  let power: Point | undefined = point;
  for (let rest = factor; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = add(result, power);
    power = add(power, power);
  }
  return result;
}

/** Undefined is the point at infinity. */
function add(left: Point | undefined, right: Point | undefined): Point | undefined {
  if (left === undefined) return right;
  if (right === undefined) return left;
  if (left.x === right.x && modulo(left.y + right.y, p) === 0n) return undefined;
  const slope =
    left.x === right.x
      ? modulo((3n * left.x * left.x - 3n) * invert(2n * left.y, p), p)
      : modulo((right.y - left.y) * invert(right.x - left.x, p), p);
  const x = modulo(slope * slope - left.x - right.x, p);
  return { x, y: modulo(slope * (left.x - x) - left.y, p) };
}

/** The inverse by Euclid's extended algorithm. */
function invert(value: bigint, modulus: bigint): bigint {
  let [low, high] = [modulo(value, modulus), modulus];
  let [factor, next] = [1n, 0n];
  while (low > 1n) {
    const quotient = high / low;
    [low, high] = [high - quotient * low, low];
    [factor, next] = [next - quotient * factor, factor];
  }
  return modulo(factor, modulus);
}

function modulo(value: bigint, modulus: bigint): bigint {
  const rest = value % modulus;
  return rest < 0n ? rest + modulus : rest;
}

function toInteger(bytes: Buffer): bigint {
  return BigInt(`0x${bytes.toString('hex') || '0'}`);
}

function toBytes(value: bigint): Buffer {
  return Buffer.from(value.toString(16).padStart(64, '0'), 'hex');
}

/** SEQUENCE of two INTEGERs (RFC 3279, section 2.2.3). */
function toDer(r: bigint, s: bigint): Buffer {
  const integers = [r, s].map((value) => {
    const hex = value.toString(16);
    const bytes = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex');
    const body = (bytes[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.of(0), bytes]) : bytes;
    return Buffer.concat([Buffer.of(0x02, body.length), body]);
  });
  const content = Buffer.concat(integers);
  return Buffer.concat([Buffer.of(0x30, content.length), content]);
}

function fromDer(signature: Buffer): readonly [bigint, bigint] | undefined {
  if (signature[0] !== 0x30 || signature[1] !== signature.length - 2 || signature[2] !== 0x02)
    return undefined;
  const secondAt = 4 + (signature[3] ?? 0);
  const end = secondAt + 2 + (signature[secondAt + 1] ?? 0);
  if (signature[secondAt] !== 0x02 || end !== signature.length) return undefined;
  return [toInteger(signature.subarray(4, secondAt)), toInteger(signature.subarray(secondAt + 2, end))];
}
