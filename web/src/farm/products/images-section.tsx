import { useEffect, useState } from 'preact/hooks';
import type { ShownProduct as Product } from '#contract/commerce/products.ts';
import { api } from '#web/api/api.ts';
import { FileDrop } from '#web/components/file-drop.tsx';
import { Section } from '#web/components/page.tsx';
import { Progress } from '#web/components/progress.tsx';
import { Failure, Loading } from '#web/components/states.tsx';
import { toast } from '#web/components/toasts.tsx';
import { useQuery } from '#web/data/query.ts';
import { formatPercent } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { ImageCard } from './image-card.tsx';
import { acceptedImages, addImage, imageFault, maxImages } from './image-upload.ts';

interface Upload {
  readonly name: string;
  readonly share: number;
}

/** The images of a product: upload with progress, order, descriptions and deletion. */
export function ImagesSection({
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
