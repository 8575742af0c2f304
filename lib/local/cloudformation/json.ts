export type TemplateJson = null | boolean | number | string | readonly TemplateJson[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: TemplateJson;
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
