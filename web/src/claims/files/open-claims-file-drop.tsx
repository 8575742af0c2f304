import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { workplace } from '#web/session/session.ts';
import { acceptDrops } from './drops.ts';

/**
 * Takes dropped files on every page of the claims workplace. The part that uploads them loads with the first of these pages.
 * Files that are dropped before wait for it.
 */
export function OpenClaimsFileDrop() {
  const [Drop, setDrop] = useState<ComponentType>();
  const isClaims = workplace.value.kind === 'claims';
  useEffect(() => (isClaims ? acceptDrops() : undefined), [isClaims]);
  useEffect(() => {
    if (!isClaims || Drop !== undefined) return;
    void import('./claims-file-drop.tsx').then(({ ClaimsFileDrop }) => setDrop(() => ClaimsFileDrop));
  }, [isClaims, Drop]);
  return isClaims && Drop !== undefined ? <Drop /> : null;
}
