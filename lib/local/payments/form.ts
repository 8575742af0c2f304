export type FormValue = string | { [name: string]: FormValue };

/** Reads Stripe's form encoding: `items[0][price]=…` becomes `{ items: { 0: { price: … } } }`. */
export function readForm(text: string): Readonly<Record<string, FormValue>> {
  const form: Record<string, FormValue> = Object.create(null);
  for (const [key, value] of new URLSearchParams(text)) {
    const [first = '', ...rest] = key.split('[').map((part) => part.replace(/\]$/, ''));
    put(form, [first, ...rest], value);
  }
  return form;
}

function put(into: Record<string, FormValue>, [name = '', ...rest]: readonly string[], value: string): void {
  // `expand[]` has no index.
  const key = name === '' ? String(Object.keys(into).length) : name;
  if (rest.length === 0) {
    into[key] = value;
    return;
  }
  const present = into[key];
  const inner: Record<string, FormValue> = typeof present === 'object' ? present : Object.create(null);
  into[key] = inner;
  put(inner, rest, value);
}
