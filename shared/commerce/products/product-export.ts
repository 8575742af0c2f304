import { Big } from 'big.js';
import { type Cell, csvText } from '../csv.ts';
import { csvColumns, type Product } from './product-fields.ts';

export const exportHeader = csvText([[...csvColumns]]);

/** The lines of a product and its variants. */
export const exportLines = (product: Product): string =>
  csvText([
    [
      product.id,
      product.sku ?? '',
      '',
      product.name,
      product.description ?? '',
      product.category ?? '',
      ...saleCells(product),
      product.tax_category ?? '',
      String(product.is_active),
    ],
    ...(product.variants ?? []).map((variant): Cell[] => [
      variant.id,
      variant.sku ?? '',
      product.sku ?? product.id,
      variant.name,
      '',
      '',
      ...saleCells(variant),
      '',
      String(variant.is_active),
    ]),
  ]);

type Sold = Pick<Product, 'price' | 'unit' | 'unit_quantity' | 'weight_grams' | 'barcode'>;

const saleCells = ({ price, unit, unit_quantity, weight_grams, barcode }: Sold): Cell[] => [
  decimalText(price),
  unit ?? '',
  decimalText(unit_quantity),
  weight_grams ?? '',
  barcode ?? '',
];

/** Without an exponent, which spreadsheets and the import would not read. */
const decimalText = (value: number | undefined): string =>
  value === undefined ? '' : new Big(value).toFixed();
