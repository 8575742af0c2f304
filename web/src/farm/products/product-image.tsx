import type { ReadyImage } from '#contract/commerce/product-image-fields.ts';
import { Icon } from '#web/components/icons.tsx';
import './products.css';

/** The small version of an image, or a place for it. The name of the product stands beside it. */
export function ProductImage({
  image,
  size,
}: {
  readonly image: ReadyImage | undefined;
  readonly size: 32 | 96;
}) {
  return (
    <span class={`product-image product-image-${size}`}>
      {image ? (
        <img
          src={image.sizes.thumbnail.webp}
          alt={image.alt_text}
          width={size}
          height={size}
          loading="lazy"
        />
      ) : (
        <Icon name="image" small />
      )}
    </span>
  );
}
