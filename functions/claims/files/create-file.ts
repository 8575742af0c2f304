import { fileJson } from '#claims/claims/claim-json.ts';
import { createFile, uploadSeconds } from '#claims/files/contract.ts';
import { expectedFile } from '#claims/files/file.ts';
import { uploadKey } from '#claims/files/inbox-records.ts';
import { expectFile } from '#claims/files/records.ts';
import { claimsEndpoint, created } from '#http/endpoint/claims-endpoint.ts';
import { claimsTable } from '#store/claims/claims-table.ts';
import { filesBucket } from '#store/s3/files-bucket.ts';
import { uploadUrl } from '#store/s3/x12-bucket.ts';

export const handler = claimsEndpoint(createFile, async ({ body, now, newId, recordReply }) => {
  const id = newId();
  const object_key = uploadKey(id, body.name);
  const file = expectedFile({ id, name: body.name, object_key, now });
  const url = await uploadUrl(filesBucket, object_key, uploadSeconds);
  const expires_at = new Date(now.getTime() + uploadSeconds * 1000).toISOString();
  const upload = { method: 'PUT', url, headers: {}, expires_at };
  const reply = created({ ...fileJson(file), upload }, `/api/files/${id}`);
  await expectFile(claimsTable, file, now, recordReply(reply));
  return reply;
});
