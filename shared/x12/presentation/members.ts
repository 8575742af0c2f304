export type Json = Readonly<Record<string, unknown>>;

/** Returns a function that picks these fields of an object under their snake_case names, in this order. */
export function membersOf<T>(...fields: readonly (keyof T & string)[]): (value: T) => Json {
  const names = fields.map((field) => [field, snakeCase(field)] as const);
  return (value) => {
    const json: Record<string, unknown> = {};
    for (const [field, name] of names) json[name] = value[field];
    return json;
  };
}

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
