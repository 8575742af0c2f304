/**
 * The id by which the service knows a person in referrals: a UUID of version 5 of the lower-case address in the namespace of
 * the brand (RFC 9562, section 5.5). It connects contacts with their codes and rewards.
 */
export async function personId(brandId: string, email: string): Promise<string> {
  const namespace = Uint8Array.from(brandId.replaceAll('-', '').match(/../g) ?? [], (hex) =>
    Number.parseInt(hex, 16),
  );
  const name = new TextEncoder().encode(email.toLowerCase());
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-1', new Uint8Array([...namespace, ...name])));
  const bytes = digest.slice(0, 16).map((byte, index) => {
    if (index === 6) return (byte & 0x0f) | 0x50;
    return index === 8 ? (byte & 0x3f) | 0x80 : byte;
  });
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
