/** For JSON.stringify: what was read from a file, without where it stood there. */
export const withoutPlaces = (name: string, value: unknown): unknown =>
  name === 'position' || name.endsWith('Position') ? undefined : value;
