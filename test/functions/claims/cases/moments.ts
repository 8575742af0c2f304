import { AsyncLocalStorage } from 'node:async_hooks';

const current = new AsyncLocalStorage<number>();

class MomentDate extends Date {
  constructor(...parts: ConstructorParameters<DateConstructor> | []) {
    if (parts.length === 0) super(MomentDate.now());
    else super(...(parts as [number]));
  }

  static override now(): number {
    return current.getStore() ?? RealDate.now();
  }
}

const RealDate = Date;
globalThis.Date = MomentDate as DateConstructor;

/** Does something at a moment (epoch milliseconds), while other situations have another one. */
export const atMoment = <T>(moment: number, run: () => Promise<T>): Promise<T> => current.run(moment, run);
