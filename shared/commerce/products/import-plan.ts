import { ApiError } from '#contract/errors.ts';
import { uuid } from '#contract/fields.ts';
import { mergePatch } from '#contract/merge-patch.ts';
import { tidyText } from '#contract/text-forms.ts';
import {
  type BadLine,
  type CsvColumn,
  type ImportFault,
  maxVariants,
  type Product,
  type ProductPatch,
  productInput,
  type VariantInput,
} from './product-fields.ts';
import { type ImportLine, numberColumns } from './product-import.ts';
import { canonicalSku, changedMembers, newProduct, patchProduct, skusOf } from './rules.ts';

/** A product that the lines of a batch change or create. */
export interface PlannedProduct {
  /** Undefined for a new product. */
  readonly before: Product | undefined;
  readonly after: Product;
}

export interface ImportPlan {
  readonly products: readonly PlannedProduct[];
  readonly bad: readonly BadLine[];
  readonly created: number;
  readonly changed: number;
  readonly unchanged: number;
}

export interface ImportSources {
  readonly brandId: string;
  /** The products that the lines name, by id. */
  readonly products: ReadonlyMap<string, Product>;
  /** Products that the plan of the brand still includes; undefined without a limit. */
  readonly room?: number | undefined;
  readonly now: Date;
  newId(): string;
}

/** SKUs and ids by which lines name products. */
export const namesIn = (lines: readonly ImportLine[]) => ({
  skus: valuesOf(lines, ['sku', 'parent_sku']),
  ids: valuesOf(lines, ['id', 'parent_sku'])
    .map((id) => id.toLowerCase())
    .filter((id) => uuid.safeParse(id).success),
});

const valuesOf = (lines: readonly ImportLine[], columns: readonly CsvColumn[]): string[] =>
  lines
    .flatMap(({ cells }) => columns.map((column) => cells.get(column) ?? ''))
    .filter((value) => value !== '');

export const newProductsIn = ({ products }: Pick<ImportPlan, 'products'>): number =>
  products.filter(({ before }) => before === undefined).length;

/** Decides about the lines in their order: a later line sees what earlier ones have changed. */
export function planImport(lines: readonly ImportLine[], sources: ImportSources): ImportPlan {
  const state = new ImportState(sources);
  const bad: BadLine[] = [];
  const counts = { created: 0, changed: 0, unchanged: 0 };
  for (const line of lines) {
    const outcome = state.apply(line);
    if (typeof outcome === 'string') counts[outcome]++;
    else bad.push({ line: line.line, faults: [...outcome] });
  }
  return { products: state.planned(), bad, ...counts };
}

type Outcome = 'created' | 'changed' | 'unchanged' | readonly ImportFault[];

class ImportState {
  private readonly sources: ImportSources;
  private readonly products: Map<string, Product>;
  private readonly bySku = new Map<string, string>();
  private room: number;

  constructor(sources: ImportSources) {
    this.sources = sources;
    this.products = new Map(sources.products);
    this.room = sources.room ?? Number.POSITIVE_INFINITY;
    for (const product of this.products.values()) this.index(product);
  }

  planned(): PlannedProduct[] {
    return [...this.products.values()].flatMap((after) => {
      const before = this.sources.products.get(after.id);
      if (after === before) return [];
      // However many lines have changed a product, it is written once.
      return [{ before, after: { ...after, version: (before?.version ?? 0) + 1 } }];
    });
  }

  apply({ cells, extraCells }: ImportLine): Outcome {
    const { fields, faults } = fieldsOfLine(cells);
    const all =
      extraCells > 0
        ? [...faults, fault('', 'extra_cells', 'The line has more cells than the header')]
        : faults;
    if (all.length > 0) return all;
    try {
      const parent = cells.get('parent_sku') ?? '';
      return parent === '' ? this.applyProduct(cells, fields) : this.applyVariant(parent, cells, fields);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return (error.details ?? []).map(({ path, code, message }) =>
        fault(String(path.at(-1) ?? ''), code, message),
      );
    }
  }

  private applyProduct(cells: ReadonlyMap<CsvColumn, string>, fields: LineFields): Outcome {
    const id = (cells.get('id') ?? '').toLowerCase();
    const sku = fields.sku ?? '';
    if (id === '' && sku === '') return [fault('sku', 'required', 'A line needs a SKU or an id')];
    const owner = sku === '' ? undefined : this.products.get(this.bySku.get(canonicalSku(sku)) ?? '');
    const product = id === '' ? owner : this.products.get(id);
    if (id !== '' && product === undefined) return [fault('id', 'unknown_product', 'No product has this id')];
    if (owner !== undefined && owner !== product) return [taken];
    if (owner !== undefined && canonicalSku(owner.sku ?? '') !== canonicalSku(sku)) {
      return [fault('sku', 'sku_of_variant', 'The SKU belongs to a variant; send its parent_sku')];
    }
    return product === undefined ? this.create(fields) : this.change(product, fields, 'changed');
  }

  private create(fields: LineFields): Outcome {
    const input = productInput.safeParse(mergePatch({}, { ...fields, brand_id: this.sources.brandId }));
    if (!input.success) return faultsOf(input.error.issues);
    if (this.room <= 0) return [beyondPlan];
    this.room--;
    const { newId, now } = this.sources;
    this.keep(newProduct(input.data, { id: newId(), now, newId }));
    return 'created';
  }

  private applyVariant(
    parentName: string,
    cells: ReadonlyMap<CsvColumn, string>,
    fields: LineFields,
  ): Outcome {
    const { sku, name, description, category, tax_category, ...others } = fields;
    const parent = this.parentNamed(parentName);
    if (parent === undefined) {
      return [fault('parent_sku', 'unknown_parent', 'No product has this SKU; put its line first')];
    }
    const id = (cells.get('id') ?? '').toLowerCase();
    if (id === '' && !sku) return [fault('sku', 'required', 'A variant needs a SKU or an id')];
    const owner = sku ? this.bySku.get(canonicalSku(sku)) : undefined;
    if (owner !== undefined && owner !== parent.id) return [taken];
    const variants: readonly VariantInput[] = parent.variants ?? [];
    const index = variants.findIndex((variant) =>
      id === '' ? canonicalSku(variant.sku ?? '') === canonicalSku(sku ?? '') : variant.id === id,
    );
    if (index < 0 && id !== '')
      return [fault('id', 'unknown_variant', 'The product has no variant with this id')];
    if (index < 0 && variants.length === maxVariants) {
      return [fault('parent_sku', 'too_many_variants', `A product has at most ${maxVariants} variants`)];
    }
    const given = { ...others, ...(sku !== undefined && { sku }), ...(name !== undefined && { name }) };
    const patch = index < 0 ? given : keptTexts(variants[index] ?? {}, given);
    // The product's schema validates the variant, and a variant without a name keeps none.
    const variant = mergePatch(index < 0 ? {} : variants[index], patch) as VariantInput;
    const changed = index < 0 ? [...variants, variant] : variants.with(index, variant);
    return this.change(parent, { variants: changed }, index < 0 ? 'created' : 'changed');
  }

  /** The product with this SKU, or else with this id. */
  private parentNamed(name: string): Product | undefined {
    const owner = this.products.get(this.bySku.get(canonicalSku(name)) ?? '');
    const isOwner = owner !== undefined && canonicalSku(owner.sku ?? '') === canonicalSku(name);
    return isOwner ? owner : this.products.get(name.toLowerCase());
  }

  private change(
    product: Product,
    patch: LineFields & { readonly variants?: VariantInput[] },
    outcome: 'created' | 'changed',
  ): Outcome {
    const { now, newId } = this.sources;
    const changed = patchProduct(product, keptTexts(product, patch), { now, newId });
    if (changed === product || changedMembers(product, changed).length === 0) return 'unchanged';
    this.keep(changed);
    return outcome;
  }

  private keep(product: Product): void {
    for (const sku of skusOf(this.products.get(product.id) ?? {}).keys()) this.bySku.delete(sku);
    this.products.set(product.id, product);
    this.index(product);
  }

  private index(product: Product): void {
    for (const sku of skusOf(product).keys()) this.bySku.set(sku, product.id);
  }
}

/**
 * A patch without texts that the product has, apart from blanks and forms of Unicode: cells are tidy, texts of products need not be.
 * So an export that is imported again changes nothing.
 */
function keptTexts<Patch extends object>(product: object, patch: Patch): Patch {
  const stored = new Map<string, unknown>(Object.entries(product));
  const changed = Object.entries(patch).filter(([name, value]) => {
    const before = stored.get(name);
    const isText = typeof before === 'string' && (typeof value === 'string' || value === null);
    return !(isText && tidyText(before) === (value ?? ''));
  });
  // Entries of a patch are members of it.
  return Object.fromEntries(changed) as Patch;
}

const fault = (column: string, code: string, reason: string): ImportFault => ({ column, code, reason });

const taken = fault('sku', 'sku_taken', 'Another product has this SKU');

const beyondPlan = fault(
  '',
  'limit_reached',
  'The plan of the brand includes no more products; change the plan, and import the line again',
);

const faultsOf = (
  issues: readonly {
    readonly path: readonly PropertyKey[];
    readonly code: string;
    readonly message: string;
  }[],
): ImportFault[] => issues.map(({ path, code, message }) => fault(String(path.at(-1) ?? ''), code, message));

/** Members that a line sets, or removes by null. */
type LineFields = Pick<
  ProductPatch,
  | 'name'
  | 'description'
  | 'category'
  | 'price'
  | 'unit'
  | 'unit_quantity'
  | 'weight_grams'
  | 'barcode'
  | 'tax_category'
  | 'is_active'
  | 'sku'
>;

const texts = ['name', 'description', 'category', 'unit', 'barcode', 'tax_category', 'sku'] as const;

const booleans: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['yes', true],
  ['1', true],
  ['false', false],
  ['no', false],
  ['0', false],
]);

/** The members of a line: columns that the file does not have are absent, and empty cells are null. */
function fieldsOfLine(cells: ReadonlyMap<CsvColumn, string>): {
  readonly fields: LineFields;
  readonly faults: readonly ImportFault[];
} {
  const fields: { -readonly [Name in keyof LineFields]: LineFields[Name] } = {};
  const faults: ImportFault[] = [];
  for (const name of texts) {
    const cell = cells.get(name);
    if (cell !== undefined) fields[name] = cell === '' ? null : cell;
  }
  for (const name of numberColumns) {
    const cell = cells.get(name);
    if (cell === undefined) continue;
    if (cell === '') fields[name] = null;
    else if (/^\d{1,15}(?:\.\d{1,400})?$/.test(cell)) fields[name] = Number(cell);
    else faults.push({ column: name, code: 'invalid_type', reason: numberReason(cell) });
  }
  const active = cells.get('is_active');
  if (active !== undefined && active !== '') {
    const value = booleans.get(active.toLowerCase());
    if (value === undefined) {
      faults.push({ column: 'is_active', code: 'invalid_type', reason: 'Expected true or false' });
    } else fields.is_active = value;
  }
  return { fields, faults };
}

/** A comma may be a decimal comma or separate thousands, where it does not follow from the file which. */
const numberReason = (cell: string): string =>
  /\d[.,\s]\d/.test(cell)
    ? 'Expected a number such as 4.50: a decimal point, or a decimal comma in a file with semicolons; no separated thousands'
    : 'Expected a number such as 4.50';
