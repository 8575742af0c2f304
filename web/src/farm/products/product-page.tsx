import { useEffect, useState } from 'preact/hooks';
import {
  type FileUpload,
  uploadTypes as imageTypes,
  type ShownProduct as Product,
  type ProductImage,
} from '#commerce/products/product-fields.ts';
import { api } from '#web/api/api.ts';
import { navigate, useParameters } from '#web/app/router.ts';
import { Button } from '#web/components/button.tsx';
import { confirm } from '#web/components/dialog.tsx';
import { TextField } from '#web/components/fields.tsx';
import { FileDrop } from '#web/components/file-drop.tsx';
import { Menu } from '#web/components/menu.tsx';
import { Page, Section } from '#web/components/page.tsx';
import { Progress } from '#web/components/progress.tsx';
import { Failure, Loading } from '#web/components/states.tsx';
import { toast } from '#web/components/toasts.tsx';
import { useAction } from '#web/data/action.ts';
import { refreshAll, useQuery } from '#web/data/query.ts';
import { mayEdit, useBrand } from '#web/session/session.ts';
import { formatAmount, formatPercent } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { changeActive } from './change-product.ts';
import { StateBadge } from './product-columns.tsx';
import { ProductForm } from './product-form.tsx';
import { StockSection } from './stock-section.tsx';
import './products.css';

/** One product: stock, details with variants, and images. */
export default function ProductPage() {
  const { id = '' } = useParameters();
  const query = useQuery(`products/${id}`, () => api('GET /api/v1/products/{id}', { id }));
  const { data: product, error } = query;
  if (product) return <ProductView key={id} product={product} onChange={query.set} refresh={query.refresh} />;
  return (
    <Page title={texts.products.title}>
      {error === undefined ? (
        <Loading rows={8} />
      ) : (
        <Failure error={error} onRetry={() => void query.refresh()} />
      )}
    </Page>
  );
}

function ProductView({
  product,
  onChange,
  refresh,
}: {
  readonly product: Product;
  readonly onChange: (product: Product) => void;
  readonly refresh: () => Promise<void>;
}) {
  const brand = useBrand();
  const reason = mayEdit() ? undefined : texts.products.viewerReason;
  const remove = useAction(() => api('DELETE /api/v1/products/{id}', { id: product.id }), {
    done: texts.products.deleted,
  });
  const askRemoval = async () => {
    const { deleteTitle, deleteText, delete: action } = texts.products;
    if (!(await confirm({ title: deleteTitle(product.name), text: deleteText, action, danger: true })))
      return;
    await remove.run();
    refreshAll('products?');
    refreshAll('selling/catalog');
    navigate('/products');
  };
  const toggle = async () => {
    await changeActive([product], !product.is_active).catch(() => {});
    await refresh();
    refreshAll('products?');
  };
  const price =
    product.price === undefined ? texts.products.noPrice : formatAmount(product.price, brand.currency);
  return (
    <Page
      title={product.name}
      answer={product.unit === undefined ? price : `${price} / ${product.unit}`}
      note={<StateBadge product={product} />}
      actions={
        <>
          <Button reason={reason} reasonAs="tip" onClick={() => void toggle()}>
            {product.is_active ? texts.products.takeOff : texts.products.putOn}
          </Button>
          <Menu
            items={[
              {
                label: texts.products.delete,
                icon: 'trash',
                danger: true,
                reason,
                onSelect: () => void askRemoval(),
              },
            ]}
          />
        </>
      }
    >
      <StockSection product={product} reason={reason} />
      <ProductForm
        product={product}
        reason={reason}
        onSaved={(saved) => {
          onChange(saved);
          refreshAll('products?');
          refreshAll('selling/catalog');
        }}
        onConflict={() => void refresh()}
      />
      <ImagesSection product={product} reason={reason} onChange={() => void refresh()} />
    </Page>
  );
}

interface Upload {
  readonly name: string;
  readonly share: number;
}

/** The images of a product: upload with progress, order, descriptions and deletion. */
function ImagesSection({
  product,
  reason,
  onChange,
}: {
  readonly product: Product;
  readonly reason: string | undefined;
  /** Called when the images of the product have changed. */
  readonly onChange: () => void;
}) {
  const words = texts.products;
  const images = useQuery(`products/${product.id}/images`, () =>
    api('GET /api/v1/products/{id}/images', { id: product.id }),
  );
  const [uploads, setUploads] = useState<Readonly<Record<string, Upload>>>({});
  const shown = images.data ?? [];
  const isPreparing = shown.some(({ status }) => status === 'waiting' || status === 'processing');
  const refresh = async () => {
    await images.refresh();
    onChange();
  };
  useEffect(() => {
    if (!isPreparing) return;
    const timer = setTimeout(() => void refresh(), 1500);
    return () => clearTimeout(timer);
  }, [images.readAt, isPreparing]);

  const upload = async (file: File) => {
    const fault = imageFault(file);
    if (fault)
      return toast({
        text: (fault === 'type' ? words.imageType : words.imageSize)(file.name),
        tone: 'danger',
      });
    const id = crypto.randomUUID();
    const show = (share: number) =>
      setUploads((present) => ({ ...present, [id]: { name: file.name, share } }));
    show(0);
    try {
      await addImage(product.id, file, show);
    } catch {
      toast({ text: words.uploadFailed(file.name), tone: 'danger' });
    }
    setUploads(({ [id]: _, ...others }) => others);
    await refresh();
  };
  const uploadAll = async (files: readonly File[]) => {
    for (const file of files) await upload(file);
  };
  const count = shown.filter(({ status }) => status !== 'failed').length;
  return (
    <Section title={words.images} note={words.imagesText} kind="card">
      {images.isLoading && <Loading rows={2} />}
      {images.error !== undefined && !images.data && (
        <Failure error={images.error} onRetry={() => void images.refresh()} />
      )}
      <div class="images">
        {shown.map((image, index) => (
          <ImageCard
            key={image.id}
            image={image}
            index={index}
            count={shown.length}
            reason={reason}
            onChange={refresh}
          />
        ))}
      </div>
      {Object.entries(uploads).map(([id, { name, share }]) => (
        <Progress
          key={id}
          label={words.uploading(name)}
          value={share}
          max={1}
          text={words.uploadedShare(formatPercent(share))}
        />
      ))}
      <FileDrop
        label={words.addImages}
        accept={acceptedImages}
        compact={shown.length > 0}
        reason={reason ?? (count >= maxImages ? words.imageLimit : undefined)}
        onFiles={(files) => void uploadAll(files)}
      />
    </Section>
  );
}

type ImageType = (typeof imageTypes)[number];

/** Values of the file field that offers images. */
const acceptedImages = imageTypes.join(',');

const maxBytes = 15 * 1024 * 1024;

/** Images of a product, failed ones not counted. */
const maxImages = 10;

/** Why a file cannot be an image of a product; undefined if it can. */
function imageFault(file: File): 'type' | 'size' | undefined {
  if (!isImageType(file.type)) return 'type';
  return file.size > maxBytes ? 'size' : undefined;
}

/** Adds a file as the last image of a product. `onProgress` gets the part that has arrived, from 0 to 1. */
async function addImage(
  productId: string,
  file: File,
  onProgress: (share: number) => void,
): Promise<ProductImage> {
  if (!isImageType(file.type)) throw new TypeError(`Not an image type: ${file.type}`);
  const image = await api('POST /api/v1/products/{id}/images', {
    id: productId,
    content_type: file.type,
    bytes: file.size,
  });
  await sendFile(image.upload, file, onProgress);
  return image;
}

/** Sends a file to its link. XMLHttpRequest reports how much has arrived; fetch does not. */
function sendFile(
  { method, url, headers }: FileUpload,
  file: File,
  onProgress: (share: number) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const fail = () => reject(new UploadFailed(file.name, request.status));
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total);
    request.onload = () => (request.status < 300 ? resolve() : fail());
    request.onerror = fail;
    request.ontimeout = fail;
    request.open(method, url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.send(file);
  });
}

/** The store did not take a file. */
class UploadFailed extends Error {
  override readonly name = 'UploadFailed';

  constructor(fileName: string, status: number) {
    super(`Upload of ${fileName} ended with status ${status}`);
  }
}

const isImageType = (type: string): type is ImageType => imageTypes.some((known) => known === type);

/** One image with its description, its place and its deletion. */
function ImageCard({
  image,
  index,
  count,
  reason,
  onChange,
}: {
  readonly image: ProductImage;
  readonly index: number;
  readonly count: number;
  readonly reason: string | undefined;
  readonly onChange: () => Promise<void>;
}) {
  const words = texts.products;
  const [description, setDescription] = useState(image.alt_text);
  const place = { id: image.product_id, image_id: image.id };
  const describe = useAction(
    async () => {
      await api('PATCH /api/v1/products/{id}/images/{image_id}', {
        ...place,
        alt_text: description.trim() || null,
      });
      await onChange();
    },
    { done: words.altTextSaved },
  );
  const move = useAction(
    async (by: 1 | -1) => {
      await api('PATCH /api/v1/products/{id}/images/{image_id}', { ...place, position: image.position + by });
      await onChange();
    },
    { done: words.imageMoved },
  );
  const remove = useAction(
    async () => {
      await api('DELETE /api/v1/products/{id}/images/{image_id}', place);
      await onChange();
    },
    { done: words.imageDeleted },
  );
  const askRemoval = async () => {
    const { deleteImageTitle: title, deleteImageText: text, deleteImage: action } = words;
    if (await confirm({ title, text, action, danger: true })) await remove.run();
  };
  const name = index === 0 ? words.mainImage : words.imageNumber(index + 1);
  return (
    <section class="image-card" aria-label={name}>
      <Picture image={image} name={name} />
      <div class="image-card-foot">
        <span class="image-card-title">{name}</span>
        {index > 0 && (
          <Button
            kind="quiet"
            small
            icon="chevron-left"
            label={words.moveEarlier}
            reason={reason}
            reasonAs="tip"
            onClick={() => void move.run(-1)}
          />
        )}
        {index < count - 1 && (
          <Button
            kind="quiet"
            small
            icon="chevron-right"
            label={words.moveLater}
            reason={reason}
            reasonAs="tip"
            onClick={() => void move.run(1)}
          />
        )}
        <Button
          kind="quiet"
          small
          icon="trash"
          label={words.deleteImage}
          reason={reason}
          reasonAs="tip"
          onClick={() => void askRemoval()}
        />
      </div>
      {image.status !== 'failed' && (
        <TextField
          label={words.altText}
          value={description}
          onChange={setDescription}
          maxLength={500}
          reason={reason}
          onBlur={() => {
            if (description.trim() !== image.alt_text) void describe.run();
          }}
        />
      )}
    </section>
  );
}

function Picture({ image, name }: { readonly image: ProductImage; readonly name: string }) {
  const { imageState, imageFailure } = texts.products;
  const { status, sizes, failure, alt_text } = image;
  if (status === 'ready' && sizes)
    return (
      <div class="image-card-picture">
        <img
          src={sizes.medium.webp}
          alt={alt_text || name}
          width={sizes.medium.width}
          height={sizes.medium.height}
          loading="lazy"
        />
      </div>
    );
  return (
    <div class="image-card-picture" role="status">
      {status === 'failed' && failure
        ? imageFailure[failure.code]
        : status === 'ready'
          ? ''
          : imageState[status]}
    </div>
  );
}
