import { claimFiles } from './valid-files.ts';
import { validateSync } from '#x12/validate.ts';
const by = new Map<string, number>();
for (const { bytes } of claimFiles().filter((x) => x.name.startsWith('random'))) {
  const ids = new Set([...validateSync(bytes, { now: new Date() })].filter((f) => f.severity === 'fatal' || (f.codes?.segment && f.codes.segment !== '8')).map((f) => `${f.id} ${f.loop}/${f.segment} ${f.codes?.segment}`));
  for (const k of ids) by.set(k, (by.get(k) ?? 0) + 1);
}
console.log([...by].sort((a, b) => b[1] - a[1]));
