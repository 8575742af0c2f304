// Generated from the contract by `npm run openapi`. Do not edit.
import type { ApiCall, PagedCall } from '../runtime/calls.ts';
import type { Operation } from '../runtime/operation.ts';
import type { AcceptOptions, ChangeOptions, KeyOptions, MatchOptions, RequestOptions } from '../runtime/options.ts';
import type { CursorPage, OffsetPage } from '../runtime/pages.ts';
import type { Transport } from '../runtime/transport.ts';
import type * as schema from './schemas.ts';

const listProductsOperation: Operation = {
  id: 'listProducts',
  method: 'GET',
  path: '/api/v1/products',
  inQuery: ['brand_id', 'category', 'is_active', 'search', 'sku', 'barcode', 'limit', 'offset'],
  accept: 'application/json',
  paging: 'offset',
};

const createProductOperation: Operation = {
  id: 'createProduct',
  method: 'POST',
  path: '/api/v1/products',
  body: { mediaType: 'application/json', from: 'members', form: 'json' },
  accept: 'application/json',
  enveloped: true,
  keyed: true,
};

const getProductOperation: Operation = {
  id: 'getProduct',
  method: 'GET',
  path: '/api/v1/products/{id}',
  inPath: ['id'],
  accept: 'application/json',
  enveloped: true,
};

const updateProductOperation: Operation = {
  id: 'updateProduct',
  method: 'PUT',
  path: '/api/v1/products/{id}',
  inPath: ['id'],
  body: { mediaType: 'application/json', from: 'members', form: 'json' },
  accept: 'application/json',
  enveloped: true,
};

const patchProductOperation: Operation = {
  id: 'patchProduct',
  method: 'PATCH',
  path: '/api/v1/products/{id}',
  inPath: ['id'],
  body: { mediaType: 'application/merge-patch+json', from: 'members', form: 'json' },
  accept: 'application/json',
  enveloped: true,
};

const deleteProductOperation: Operation = {
  id: 'deleteProduct',
  method: 'DELETE',
  path: '/api/v1/products/{id}',
  inPath: ['id'],
  accept: 'application/json',
};

const exportProductsOperation: Operation = {
  id: 'exportProducts',
  method: 'GET',
  path: '/api/v1/products/export',
  inQuery: ['brand_id', 'limit', 'cursor'],
  accept: 'text/csv',
};

const createProductImportOperation: Operation = {
  id: 'createProductImport',
  method: 'POST',
  path: '/api/v1/product-imports',
  inQuery: ['brand_id', 'dry_run'],
  body: { mediaType: 'application/json', from: 'members', form: 'json' },
  accept: 'application/json',
  enveloped: true,
  keyed: true,
};

const getProductImportOperation: Operation = {
  id: 'getProductImport',
  method: 'GET',
  path: '/api/v1/product-imports/{id}',
  inPath: ['id'],
  accept: 'application/json',
  enveloped: true,
};

const listImportFaultsOperation: Operation = {
  id: 'listImportFaults',
  method: 'GET',
  path: '/api/v1/product-imports/{id}/faults',
  inPath: ['id'],
  inQuery: ['limit', 'cursor', 'format'],
  accept: 'application/json',
  paging: 'cursor',
};

const listProductImagesOperation: Operation = {
  id: 'listProductImages',
  method: 'GET',
  path: '/api/v1/products/{id}/images',
  inPath: ['id'],
  accept: 'application/json',
  enveloped: true,
};

const createProductImageOperation: Operation = {
  id: 'createProductImage',
  method: 'POST',
  path: '/api/v1/products/{id}/images',
  inPath: ['id'],
  body: { mediaType: 'application/json', from: 'members', form: 'json' },
  accept: 'application/json',
  enveloped: true,
  keyed: true,
};

const getProductImageOperation: Operation = {
  id: 'getProductImage',
  method: 'GET',
  path: '/api/v1/products/{id}/images/{image_id}',
  inPath: ['id', 'image_id'],
  accept: 'application/json',
  enveloped: true,
};

const updateProductImageOperation: Operation = {
  id: 'updateProductImage',
  method: 'PATCH',
  path: '/api/v1/products/{id}/images/{image_id}',
  inPath: ['id', 'image_id'],
  body: { mediaType: 'application/merge-patch+json', from: 'members', form: 'json' },
  accept: 'application/json',
  enveloped: true,
};

const deleteProductImageOperation: Operation = {
  id: 'deleteProductImage',
  method: 'DELETE',
  path: '/api/v1/products/{id}/images/{image_id}',
  inPath: ['id', 'image_id'],
  accept: 'application/json',
};

const followImageLinkOperation: Operation = {
  id: 'followImageLink',
  method: 'GET',
  path: '/api/v1/images/{brand_id}/{image_id}/{file}',
  inPath: ['brand_id', 'image_id', 'file'],
  accept: 'application/json',
  redirects: true,
};

/** Input of `listProducts`. */
export type ListProductsInput = {
  /** Products of this brand; omit it for all brands of the caller */
  readonly brand_id?: string | undefined;
  /** Products whose category contains this text, in any letter case */
  readonly category?: string | undefined;
  /** `true` or `false`; any other value means no filter */
  readonly is_active?: string | undefined;
  /** Products whose name or description contains this text, in any letter case */
  readonly search?: string | undefined;
  /** The product with this SKU, or with a variant that has it, in any letter case */
  readonly sku?: string | undefined;
  /** Products that have this barcode, or a variant with it */
  readonly barcode?: string | undefined;
  /** Maximum records on a page */
  readonly limit?: number | undefined;
  /** Products to skip */
  readonly offset?: number | undefined;
};

/** Input of `createProduct`. */
export type CreateProductInput = {
  readonly brand_id: string;
  readonly name: string;
  readonly description?: string | undefined;
  readonly category?: string | undefined;
  /** Stock keeping unit; unique in the brand, in any letter case */
  readonly sku?: string | undefined;
  /** GTIN or another code */
  readonly barcode?: string | undefined;
  readonly price?: number | undefined;
  /** Such as each, lb, kg, bunch or dozen */
  readonly unit?: string | undefined;
  /** Units for one price, such as 0.5 */
  readonly unit_quantity?: number | undefined;
  /** Weight for shipping */
  readonly weight_grams?: number | undefined;
  /** Selects the tax rate of the brand */
  readonly tax_category?: string | undefined;
  readonly variants?: readonly {
    /** Id of a variant to keep; omit it for a new one */
    readonly id?: string | undefined;
    readonly name: string;
    /** Stock keeping unit; unique in the brand, in any letter case */
    readonly sku?: string | undefined;
    /** GTIN or another code */
    readonly barcode?: string | undefined;
    readonly price?: number | undefined;
    /** Such as each, lb, kg, bunch or dozen */
    readonly unit?: string | undefined;
    /** Units for one price, such as 0.5 */
    readonly unit_quantity?: number | undefined;
    /** Weight for shipping */
    readonly weight_grams?: number | undefined;
    readonly is_active?: boolean | undefined;
  }[] | undefined;
  readonly is_active?: boolean | undefined;
};

/** Input of `getProduct`. */
export type GetProductInput = {
  /** Id of the product */
  readonly id: string;
};

/** Input of `updateProduct`. */
export type UpdateProductInput = {
  /** Id of the product */
  readonly id: string;
  readonly name: string;
  readonly description?: string | undefined;
  readonly category?: string | undefined;
  /** Stock keeping unit; unique in the brand, in any letter case */
  readonly sku?: string | undefined;
  /** GTIN or another code */
  readonly barcode?: string | undefined;
  readonly price?: number | undefined;
  /** Such as each, lb, kg, bunch or dozen */
  readonly unit?: string | undefined;
  /** Units for one price, such as 0.5 */
  readonly unit_quantity?: number | undefined;
  /** Weight for shipping */
  readonly weight_grams?: number | undefined;
  /** Selects the tax rate of the brand */
  readonly tax_category?: string | undefined;
  readonly variants?: readonly {
    /** Id of a variant to keep; omit it for a new one */
    readonly id?: string | undefined;
    readonly name: string;
    /** Stock keeping unit; unique in the brand, in any letter case */
    readonly sku?: string | undefined;
    /** GTIN or another code */
    readonly barcode?: string | undefined;
    readonly price?: number | undefined;
    /** Such as each, lb, kg, bunch or dozen */
    readonly unit?: string | undefined;
    /** Units for one price, such as 0.5 */
    readonly unit_quantity?: number | undefined;
    /** Weight for shipping */
    readonly weight_grams?: number | undefined;
    readonly is_active?: boolean | undefined;
  }[] | undefined;
  readonly is_active?: boolean | undefined;
};

/** Input of `patchProduct`. */
export type PatchProductInput = {
  /** Id of the product */
  readonly id: string;
  readonly name?: string | null | undefined;
  readonly description?: string | null | undefined;
  readonly category?: string | null | undefined;
  readonly sku?: string | null | undefined;
  readonly barcode?: string | null | undefined;
  readonly price?: number | null | undefined;
  readonly unit?: string | null | undefined;
  readonly unit_quantity?: number | null | undefined;
  readonly weight_grams?: number | null | undefined;
  readonly tax_category?: string | null | undefined;
  readonly variants?: (readonly {
    /** Id of a variant to keep; omit it for a new one */
    readonly id?: string | undefined;
    readonly name: string;
    /** Stock keeping unit; unique in the brand, in any letter case */
    readonly sku?: string | undefined;
    /** GTIN or another code */
    readonly barcode?: string | undefined;
    readonly price?: number | undefined;
    /** Such as each, lb, kg, bunch or dozen */
    readonly unit?: string | undefined;
    /** Units for one price, such as 0.5 */
    readonly unit_quantity?: number | undefined;
    /** Weight for shipping */
    readonly weight_grams?: number | undefined;
    readonly is_active?: boolean | undefined;
  }[]) | null | undefined;
  readonly is_active?: boolean | null | undefined;
};

/** Input of `deleteProduct`. */
export type DeleteProductInput = {
  /** Id of the product */
  readonly id: string;
};

/** Input of `exportProducts`. */
export type ExportProductsInput = {
  /** Id of the brand */
  readonly brand_id: string;
  /** Maximum products of a part */
  readonly limit?: number | undefined;
  /** `next_cursor` of the previous page; omit it for the first page */
  readonly cursor?: string | undefined;
};

/** Input of `createProductImport`. */
export type CreateProductImportInput = {
  /** Id of the brand */
  readonly brand_id: string;
  /** `true` reports what an import would do */
  readonly dry_run?: 'true' | 'false' | undefined;
  readonly csv?: string | undefined;
};

/** Result of `createProductImport`. */
export type CreateProductImportResult = {
  readonly id: string;
  readonly brand_id: string;
  readonly status: 'waiting' | 'running' | 'done' | 'failed';
  readonly dry_run: boolean;
  /** Lines after the header; 0 before the file is read */
  readonly lines: number;
  readonly processed: number;
  /** New products and variants */
  readonly created: number;
  /** Changed products and variants */
  readonly changed: number;
  readonly unchanged: number;
  /** Lines with faults, which are not imported */
  readonly bad: number;
  /** Columns that mean nothing here */
  readonly ignored_columns: readonly string[];
  /** Why the whole file was refused; nothing of it was imported */
  readonly reason?: string | undefined;
  readonly created_at: string;
  readonly updated_at: string;
  readonly version: number;
  readonly upload?: schema.FileUpload | undefined;
};

/** Input of `getProductImport`. */
export type GetProductImportInput = {
  /** Id of the import */
  readonly id: string;
};

/** Input of `listImportFaults`. */
export type ListImportFaultsInput = {
  /** Id of the import */
  readonly id: string;
  /** Maximum lines on a page */
  readonly limit?: number | undefined;
  /** `next_cursor` of the previous page; omit it for the first page */
  readonly cursor?: string | undefined;
  /** Overrides the Accept header */
  readonly format?: 'json' | 'csv' | undefined;
};

/** Input of `listProductImages`. */
export type ListProductImagesInput = {
  /** Id of the product */
  readonly id: string;
};

/** Input of `createProductImage`. */
export type CreateProductImageInput = {
  /** Id of the product */
  readonly id: string;
  readonly content_type: 'image/jpeg' | 'image/png' | 'image/webp';
  /** Exact size of the file; S3 refuses any other */
  readonly bytes: number;
  /** Description for people who do not see the image */
  readonly alt_text?: string | undefined;
  /** 1 is the main image; later images move back */
  readonly position?: number | undefined;
};

/** Result of `createProductImage`. */
export type CreateProductImageResult = {
  readonly id: string;
  readonly product_id: string;
  /** `waiting` for the file, or `processing` it */
  readonly status: 'waiting' | 'processing' | 'ready' | 'failed';
  readonly failure?: {
    readonly code: 'not_uploaded' | 'too_large' | 'too_many_pixels' | 'unsupported_format' | 'animated' | 'damaged' | 'not_processed';
    readonly message: string;
  } | undefined;
  readonly alt_text: string;
  /** 1 is the main image */
  readonly position: number;
  /** Pixels of the upload, in its upright orientation */
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  /** At most 320, 800 and 1,600 pixels wide and high; the addresses are public and never change */
  readonly sizes?: {
    readonly thumbnail: {
      readonly width: number;
      readonly height: number;
      readonly webp: string;
      readonly jpeg: string;
    };
    readonly medium: {
      readonly width: number;
      readonly height: number;
      readonly webp: string;
      readonly jpeg: string;
    };
    readonly large: {
      readonly width: number;
      readonly height: number;
      readonly webp: string;
      readonly jpeg: string;
    };
  } | undefined;
  readonly created_at: string;
  readonly updated_at: string;
  readonly upload: schema.FileUpload;
};

/** Input of `getProductImage`. */
export type GetProductImageInput = {
  /** Id of the product */
  readonly id: string;
  /** Id of the image */
  readonly image_id: string;
};

/** Input of `updateProductImage`. */
export type UpdateProductImageInput = {
  /** Id of the product */
  readonly id: string;
  /** Id of the image */
  readonly image_id: string;
  readonly alt_text?: string | null | undefined;
  /** 1 is the main image; later images move back */
  readonly position?: number | undefined;
};

/** Input of `deleteProductImage`. */
export type DeleteProductImageInput = {
  /** Id of the product */
  readonly id: string;
  /** Id of the image */
  readonly image_id: string;
};

/** Input of `followImageLink`. */
export type FollowImageLinkInput = {
  /** Id of the brand */
  readonly brand_id: string;
  /** Id of the image */
  readonly image_id: string;
  /** Size and format */
  readonly file: 'thumbnail.webp' | 'thumbnail.jpeg' | 'medium.webp' | 'medium.jpeg' | 'large.webp' | 'large.jpeg';
};

export class ProductsOperations {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * List products by name
   *
   * Ordered by name, then by id. Names are compared by code points after Unicode lower-casing,
   * independent of locale; final sigma equals sigma. Without brand_id, the list covers all brands of the
   * caller.
   *
   * operationId: listProducts
   */
  list(input?: ListProductsInput, options?: RequestOptions): PagedCall<schema.Product, OffsetPage<schema.Product>> {
    return this.#transport.list(listProductsOperation, input ?? {}, options);
  }

  /**
   * Create a product
   *
   * A SKU belongs to one product or variant of the brand. A variant keeps its id if the request names the
   * id, or its SKU. A variant without a price, unit or weight has that of its product.
   *
   * operationId: createProduct
   */
  create(input: CreateProductInput, options?: RequestOptions & KeyOptions): ApiCall<schema.Product> {
    return this.#transport.call(createProductOperation, input, options);
  }

  /**
   * Get a product
   *
   * operationId: getProduct
   */
  get(input: GetProductInput, options: RequestOptions & ChangeOptions): ApiCall<schema.Product | undefined>;
  /**
   * Get a product
   *
   * operationId: getProduct
   */
  get(input: GetProductInput, options?: RequestOptions): ApiCall<schema.Product>;
  get(input: GetProductInput, options?: RequestOptions): ApiCall<never> {
    return this.#transport.call(getProductOperation, input, options);
  }

  /**
   * Replace a product
   *
   * Removes omitted members. A SKU belongs to one product or variant of the brand. A variant keeps its id
   * if the request names the id, or its SKU. A variant without a price, unit or weight has that of its
   * product.
   *
   * operationId: updateProduct
   */
  update(input: UpdateProductInput, options?: RequestOptions & MatchOptions): ApiCall<schema.Product> {
    return this.#transport.call(updateProductOperation, input, options);
  }

  /**
   * Change members of a product
   *
   * JSON merge patch (RFC 7396): keeps omitted members and removes members that are null. Variants are
   * replaced as a whole. A SKU belongs to one product or variant of the brand. A variant keeps its id if
   * the request names the id, or its SKU. A variant without a price, unit or weight has that of its
   * product.
   *
   * operationId: patchProduct
   */
  patch(input: PatchProductInput, options?: RequestOptions & MatchOptions): ApiCall<schema.Product> {
    return this.#transport.call(patchProductOperation, input, options);
  }

  /**
   * Delete a product
   *
   * operationId: deleteProduct
   */
  delete(input: DeleteProductInput, options?: RequestOptions & MatchOptions): ApiCall<void> {
    return this.#transport.call(deleteProductOperation, input, options);
  }

  /**
   * Export products as CSV
   *
   * One line for each product, followed by a line for each of its variants, whose parent_sku or id names
   * the product. Lines end with CRLF (RFC 4180). Text that a spreadsheet would run as a formula has an
   * apostrophe in front, which an import removes. Link names the next part of a long list; only the first
   * part has a header.
   *
   * operationId: exportProducts
   */
  export(input: ExportProductsInput, options?: RequestOptions): ApiCall<string> {
    return this.#transport.call(exportProductsOperation, input, options);
  }

  /**
   * Import products from CSV
   *
   * Send the file as text/csv of up to 1 MB, or as csv in a JSON body, or send {} for a link that accepts
   * a file of up to 10 MB with PUT. A file has a header line with sku, and at most 10,000 further lines.
   * Columns: id, sku, parent_sku, name, description, category, price, unit, unit_quantity, weight_grams,
   * barcode, tax_category, is_active. A line with the SKU or id of a product changes it; columns that the
   * file does not have stay, and empty cells remove their members. Other lines create products. A line
   * with parent_sku creates or changes a variant. Good lines are imported, and bad ones reported.
   * Repeating an import changes nothing.
   *
   * operationId: createProductImport
   */
  createImport(input: CreateProductImportInput, options?: RequestOptions & KeyOptions): ApiCall<CreateProductImportResult> {
    return this.#transport.call(createProductImportOperation, input, options);
  }

  /**
   * Get the progress of an import
   *
   * An import is kept for 30 days.
   *
   * operationId: getProductImport
   */
  getImport(input: GetProductImportInput, options?: RequestOptions): ApiCall<schema.ProductImport> {
    return this.#transport.call(getProductImportOperation, input, options);
  }

  /**
   * List the bad lines of an import
   *
   * CSV has one line for each fault.
   *
   * operationId: listImportFaults
   */
  listImportFaults(input: ListImportFaultsInput, options: RequestOptions & AcceptOptions<'text/csv'>): ApiCall<string>;
  /**
   * List the bad lines of an import
   *
   * CSV has one line for each fault.
   *
   * operationId: listImportFaults
   */
  listImportFaults(input: ListImportFaultsInput, options?: RequestOptions): PagedCall<schema.BadLine, CursorPage<schema.BadLine>>;
  listImportFaults(input: ListImportFaultsInput, options?: RequestOptions): PagedCall<never, never> {
    return this.#transport.list(listImportFaultsOperation, input, options);
  }

  /**
   * List the images of a product
   *
   * Includes images that are not ready. The product itself has the ready ones.
   *
   * operationId: listProductImages
   */
  listImages(input: ListProductImagesInput, options?: RequestOptions): ApiCall<readonly schema.ProductImage[]> {
    return this.#transport.call(listProductImagesOperation, input, options);
  }

  /**
   * Add an image to a product
   *
   * Returns a link that accepts the file with PUT for 15 minutes, with the returned headers and exactly
   * the declared size. Accepts JPEG, PNG and WebP of up to 15 MB and 50 million pixels. The sizes are
   * made within seconds: in sRGB, upright, and without metadata such as places. The uploaded file is then
   * deleted. A product has at most 10 images; failed ones make room for new ones.
   *
   * operationId: createProductImage
   */
  createImage(input: CreateProductImageInput, options?: RequestOptions & KeyOptions): ApiCall<CreateProductImageResult> {
    return this.#transport.call(createProductImageOperation, input, options);
  }

  /**
   * Get an image of a product
   *
   * operationId: getProductImage
   */
  getImage(input: GetProductImageInput, options?: RequestOptions): ApiCall<schema.ProductImage> {
    return this.#transport.call(getProductImageOperation, input, options);
  }

  /**
   * Change the alternative text or the position of an image
   *
   * JSON merge patch (RFC 7396).
   *
   * operationId: updateProductImage
   */
  updateImage(input: UpdateProductImageInput, options?: RequestOptions): ApiCall<schema.ProductImage> {
    return this.#transport.call(updateProductImageOperation, input, options);
  }

  /**
   * Delete an image of a product
   *
   * Its files are removed within seconds. Caches may keep a copy.
   *
   * operationId: deleteProductImage
   */
  deleteImage(input: DeleteProductImageInput, options?: RequestOptions): ApiCall<void> {
    return this.#transport.call(deleteProductImageOperation, input, options);
  }

  /**
   * Show an image of a product
   *
   * The permanent address of an image, for shops and apps. Redirects to the file, under a link that works
   * for two hours at most. The file itself never changes and may be cached for a year.
   *
   * operationId: followImageLink
   */
  followImageLink(input: FollowImageLinkInput, options?: RequestOptions): ApiCall<string> {
    return this.#transport.call(followImageLinkOperation, input, options);
  }
}
