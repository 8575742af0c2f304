/**
 * Writes JSON piece by piece, so that a document may be larger than memory: each item of an array on a line of its
 * own. What was written since the last call comes from {@link take}.
 */
export class JsonWriter {
  private text = '';
  /** For each open object or array: its closing mark, and whether it has an entry. */
  private readonly open: { close: string; hasEntry: boolean }[] = [];

  /** An object: as an item of the open array, or under a key of the open object. */
  beginObject(key?: string): void {
    this.begin('{', '}', key);
  }

  beginArray(key?: string): void {
    this.begin('[', ']', key);
  }

  end(): void {
    const level = this.open.pop();
    if (level === undefined) throw new RangeError('Nothing is open');
    if (level.close === ']' && level.hasEntry) this.text += '\n';
    this.text += level.close;
    if (this.open.length === 0) this.text += '\n';
  }

  /** Members of the open object; undefined ones are left out. */
  members(values: Readonly<Record<string, unknown>>): void {
    for (const [key, value] of Object.entries(values)) {
      if (value === undefined) continue;
      this.separate(key);
      this.text += JSON.stringify(value);
    }
  }

  /** An item of the open array. */
  item(value: unknown): void {
    this.separate();
    this.text += JSON.stringify(value);
  }

  take(): string {
    const { text } = this;
    this.text = '';
    return text;
  }

  private begin(mark: string, close: string, key?: string): void {
    if (this.open.length > 0) this.separate(key);
    this.text += mark;
    this.open.push({ close, hasEntry: false });
  }

  private separate(key?: string): void {
    const level = this.open.at(-1);
    if (level === undefined) throw new RangeError('Nothing is open');
    if (level.hasEntry) this.text += ',';
    level.hasEntry = true;
    this.text += key === undefined ? '\n' : `${JSON.stringify(key)}:`;
  }
}
