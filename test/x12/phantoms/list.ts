import { validFiles } from './valid-files.ts';
const f = await validFiles();
console.log(f.length, f.filter((x) => /\//.test(x.name)).length);
const by = new Map<string, number>();
for (const x of f) { const k = x.name.replace(/ \d+$/, '').replace(/999 of.*/, '999').replace(/.*\/.*/, 'sample'); by.set(k, (by.get(k) ?? 0) + 1); }
console.log(by);
