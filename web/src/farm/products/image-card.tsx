import { useState } from 'preact/hooks';
import type { ProductImage } from '#contract/commerce/product-image-fields.ts';
import { api } from '#web/api/api.ts';
import { Button } from '#web/components/button.tsx';
import { confirm } from '#web/components/dialog.tsx';
import { TextField } from '#web/components/fields.tsx';
import { useAction } from '#web/data/action.ts';
import { texts } from '#web/text/texts.ts';

/** One image with its description, its place and its deletion. */
export function ImageCard({
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
