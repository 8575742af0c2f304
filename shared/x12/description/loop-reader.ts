import { compiledGuide } from '../guide/compile.ts';
import type { GuideSpec } from '../guide/guide.ts';
import type { Segment } from '../reader/segment.ts';
import type { AnyField, RecordField, RecordListField, RecordSpec } from './field.ts';
import {
  assignments,
  CodeValues,
  emptyRecord,
  type OpenRecord,
  recordCode,
  valueCode,
} from './generated-code.ts';
import { layoutOf, type SegmentLayout } from './layout.ts';

/**
 * The open records of loops, by the number of the loop in the guide. Each loop has its own place, because in a damaged set a
 * segment may follow another party's loop.
 */
export interface OpenRecords {
  readonly records: (OpenRecord | undefined)[];
}

export type Handler<O> = (open: O, segment: Segment) => void;

/** The handlers that read loops, by path of a segment and by id of a loop. */
export interface LoopHandlers<O> {
  readonly segments: HandlersByName<O>;
  readonly enter: HandlersByName<O>;
}

export type HandlersByName<O> = ReadonlyMap<string, Handler<O> | undefined>;

type Layout<K extends SegmentLayout['kind']> = Extract<SegmentLayout, { kind: K }>;

/**
 * Writes the code of the handlers of loops by their descriptions. In the code `open` has the open records, `s` is the
 * segment and `r` the record of the loop. Handlers with the same code are one function.
 */
export class LoopReader<O> {
  private readonly guide: GuideSpec;
  private readonly values = new CodeValues();
  private readonly segments = new Map<string, string>();
  private readonly enter = new Map<string, string>();

  constructor(guide: GuideSpec) {
    this.guide = guide;
  }

  /** Adds a loop and the loops under it. `record` is an expression of `open`: the record of the loop. */
  add(loop: string, spec: RecordSpec<object>, record: string): void {
    this.addSegments(loop, spec, record);
    this.addLoops(spec, record);
  }

  /** Adds a loop without the loops under it. */
  addSegments(loop: string, spec: RecordSpec<object>, record: string): void {
    for (const layout of layoutOf(this.guide, loop, spec)) {
      for (const path of layout.paths) this.segments.set(path, inRecord(record, this.segmentCode(layout)));
    }
    for (const [name, field] of Object.entries(spec.fields)) {
      if (field.kind === 'record' && field.place === 'group') this.addGroup(loop, name, field.record, record);
    }
  }

  compile(): LoopHandlers<O> {
    return { segments: this.compileAll(this.segments), enter: this.compileAll(this.enter) };
  }

  private compileAll(bodies: ReadonlyMap<string, string>): HandlersByName<O> {
    const different = [...new Set(bodies.values())];
    const functions = different.map((body) => `(open, s) => {\n${body}\n}`);
    // The code makes a list of such functions.
    const compiled = this.values.evaluate(`[${functions.join(',\n')}]`) as Handler<O>[];
    const byBody = new Map(different.map((body, i) => [body, compiled[i]]));
    return new Map([...bodies].map(([path, body]) => [path, byBody.get(body)]));
  }

  private segmentCode(layout: SegmentLayout): string {
    switch (layout.kind) {
      case 'elements':
        return assignments(layout.fields, this.values);
      case 'values':
        return this.valuesCode(layout);
      case 'records':
        return this.recordsCode(layout);
      case 'custom':
        return `${this.values.nameOf(layout.custom.read)}(r, s);`;
    }
  }

  private valuesCode({ field: [name, field] }: Layout<'values'>): string {
    const element = field.kind === 'element-list' ? field.place?.element : undefined;
    return `r.${name} = appended(r.${name}, s.text(${element}));`;
  }

  private recordsCode({ field: [name, { kind, record }] }: Layout<'records'>): string {
    return kept(name, kind, recordCode(record.fields, this.values));
  }

  /** A group is made when one of its loops comes, or one of its segments gives it a value. */
  private addGroup(loop: string, name: string, spec: RecordSpec<object>, parent: string): void {
    const place = `${parent}.${name}`;
    const make = `${this.values.nameOf(emptyRecord(spec))}()`;
    const group = `(${place} ??= ${make})`;
    for (const layout of layoutOf(this.guide, loop, spec)) {
      const code =
        layout.kind === 'custom'
          ? `const r = ${place} ?? ${make};\n${this.segmentCode(layout)}\nif (hasValue(r)) ${place} = r;`
          : this.groupCode(layout, group);
      for (const path of layout.paths) this.segments.set(path, code);
    }
    this.addLoops(spec, group);
  }

  private groupCode(layout: Exclude<SegmentLayout, { kind: 'custom' }>, group: string): string {
    if (layout.kind !== 'elements' || isOfSeveralElements(layout))
      return inRecord(group, this.segmentCode(layout));
    return layout.fields
      .map(([name, field]) => {
        const when = whenOf(field);
        const test = when === undefined ? '' : `s.is(1, ${JSON.stringify(when)}) && `;
        const value = valueCode(field, this.values);
        return `{ const value = ${value}; if (${test}value !== undefined) ${group}.${name} = value; }`;
      })
      .join('\n');
  }

  private addLoops(spec: RecordSpec<object>, parent: string): void {
    for (const [name, field] of Object.entries(spec.fields)) {
      if (field.kind !== 'record' && field.kind !== 'record-list') continue;
      const { place } = field;
      if (typeof place !== 'object' || place.in !== 'loop') continue;
      for (const id of place.loops) this.addLoop(id, name, field, parent);
    }
  }

  /** Makes the record of a loop that begins, and puts it into its parent. */
  private addLoop(id: string, name: string, field: RecordField | RecordListField, parent: string): void {
    const { record: spec, kind } = field;
    const place = `open.records[${compiledGuide(this.guide).loops.get(id)?.number}]`;
    const make = this.values.nameOf(emptyRecord(spec));
    const number = spec.numberedBy === undefined ? '' : `record.${spec.numberedBy} = r.${name}.length;`;
    const code = `const record = ${make}(s.position());\n${kept(name, kind, 'record')}\n${place} = record;\n${number}`;
    this.enter.set(id, inRecord(parent, code));
    this.add(id, spec, `(${place} ??= ${make}())`);
  }
}

function isOfSeveralElements({ fields }: Layout<'elements'>): boolean {
  return fields.filter(([, field]) => whenOf(field) === undefined).length > 1;
}

function whenOf(field: AnyField): string | undefined {
  return field.kind === 'element' ? field.place?.when : undefined;
}

function inRecord(record: string, code: string): string {
  return `const r = ${record};\n${code}`;
}

function kept(name: string, kind: 'record' | 'record-list', record: string): string {
  return kind === 'record' ? `r.${name} = ${record};` : `r.${name} = appended(r.${name}, ${record});`;
}
