/** Paths of files of the build. All others are pages of the app, also those with a dot in an id. */
export const filePath = /^\/((assets|icons)\/.|[^/]+\.(html|ico|js|json|txt|webmanifest|xml)$)/;

/**
 * Code of a CloudFront function for requests: `index.html` shows every path that is not one of a file. It runs for files
 * only, so a 404 of an API stays one.
 */
export const pageFunction = `function handler(event) {
  var request = event.request;
  if (!${filePath}.test(request.uri)) request.uri = '/index.html';
  return request;
}
`;

/**
 * Code of a CloudFront function for responses of an API. The API knows only its own address, so its links begin with the
 * stage or base path; under the domain of the app they do not.
 *
 * @param prefix `/live` or `/commerce`
 */
export const linkFunction = (prefix: string): string => `function handler(event) {
  var headers = event.response.headers;
  if (headers.location) headers.location.value = below(headers.location.value);
  if (headers.link) headers.link.value = headers.link.value.split('<${prefix}/').join('</');
  return event.response;
}

function below(path) {
  return path.indexOf('${prefix}/') === 0 ? path.slice(${prefix.length}) : path;
}
`;
