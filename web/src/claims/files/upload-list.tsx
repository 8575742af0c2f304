import { errorText } from '#web/api/error-text.ts';
import { Link } from '#web/app/router.ts';
import { Button } from '#web/components/button.tsx';
import { Progress } from '#web/components/progress.tsx';
import { formatPercent } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { FileStateBadge } from './file-state.tsx';
import { cancelUpload, retryUpload, type Upload, UploadFailure } from './uploads.ts';

/** Uploads with their progress: first of the sending, then of the processing, then the result. */
export const UploadList = ({ uploads }: { readonly uploads: readonly Upload[] }) => (
  <ul class="upload-list" aria-label={texts.files.uploads}>
    {uploads.map((upload) => (
      <UploadItem key={upload.id} upload={upload} />
    ))}
  </ul>
);

function UploadItem({ upload }: { readonly upload: Upload }) {
  const { id, content, phase, file } = upload;
  const text = textOf(upload);
  const isSending = phase === 'waiting' || phase === 'sending';
  const isBroken = phase === 'failed' || phase === 'canceled';
  return (
    <li class="upload">
      <div class="upload-head">
        {file === undefined || isBroken ? (
          <span class="upload-name">{content.name}</span>
        ) : (
          <Link to={`/claims/files/${file.id}`} class="upload-name">
            {content.name}
          </Link>
        )}
        {phase === 'done' && file !== undefined && <FileStateBadge state={file.state} />}
        {isSending && (
          <Button
            kind="quiet"
            small
            icon="close"
            label={texts.files.cancel}
            onClick={() => cancelUpload(id)}
          />
        )}
        {isBroken && (
          <Button kind="quiet" small icon="refresh" onClick={() => retryUpload(id)}>
            {texts.files.retry}
          </Button>
        )}
      </div>
      {isSending || phase === 'following' ? (
        <Progress label={content.name} labelHidden value={shareOf(upload)} max={1} text={text} />
      ) : (
        text !== '' && <p class={phase === 'failed' ? 'upload-text upload-failed' : 'upload-text'}>{text}</p>
      )}
    </li>
  );
}

/** Sending is the first half of the bar, processing the second. */
function shareOf({ phase, sent, file }: Upload): number {
  return phase === 'following' ? 0.5 + ((file?.progress.percent ?? 0) / 100) * 0.5 : sent * 0.5;
}

function textOf({ phase, sent, file, failure }: Upload): string {
  const words = texts.files.upload;
  switch (phase) {
    case 'waiting':
      return words.waiting;
    case 'sending':
      return words.sending(formatPercent(Math.floor(sent * 100) / 100));
    case 'following':
      return file?.state === 'processing'
        ? words.processing(formatPercent(file.progress.percent / 100))
        : words.arriving;
    case 'failed':
      return `${words.failed}. ${failureText(failure)}`;
    case 'canceled':
      return words.canceled;
    case 'unknown':
      return words.unknown;
    case 'done':
      return file === undefined || file.counts.claims === 0 ? '' : texts.files.claims(file.counts.claims);
  }
}

function failureText(failure: unknown): string {
  const words = texts.files.upload;
  if (failure === 'empty') return words.empty;
  if (failure instanceof UploadFailure) return failure.why === 'refused' ? words.refused : words.lost;
  const { title, detail = '' } = errorText(failure);
  return [title, detail].filter(Boolean).join('. ');
}
