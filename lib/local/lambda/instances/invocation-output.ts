import { StringDecoder } from 'node:string_decoder';

const maxKeptCharacters = 256 * 1024;

/** Splits the output of an instance into invocations, each of which ends with its id between NUL characters. */
export class InvocationOutput {
  readonly #decoder = new StringDecoder('utf8');
  readonly #onEnd: (id: string, text: string) => void;
  #text = '';
  #dropped = false;

  constructor(onEnd: (id: string, text: string) => void) {
    this.#onEnd = onEnd;
  }

  write(chunk: Buffer): void {
    this.#text += this.#decoder.write(chunk);
    for (;;) {
      const start = this.#text.indexOf('\0');
      const end = start < 0 ? -1 : this.#text.indexOf('\0', start + 1);
      if (end < 0) break;
      const id = this.#text.slice(start + 1, end);
      const text = this.#text.slice(0, start);
      this.#text = this.#text.slice(end + 1);
      this.#onEnd(id, this.#dropped ? `${text}\n(output cut)\n` : text);
      this.#dropped = false;
    }
    if (this.#text.length > 2 * maxKeptCharacters) {
      this.#text = this.#text.slice(0, maxKeptCharacters);
      this.#dropped = true;
    }
  }

  /** Takes the output after the last complete invocation. */
  rest(): string {
    const text = this.#text;
    this.#text = '';
    return text;
  }
}
