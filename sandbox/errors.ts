/** Refusals, in the API's own error body. */

const NAMES: Record<number, [errorCode: string, message: string]> = {
  400: ['bad-request', 'Validation failed.'],
  401: ['unauthorized', 'Missing auth token'],
  403: ['forbidden', 'Forbidden access'],
  404: ['not-found', 'Not found'],
  409: ['conflict', 'Conflict'],
  413: ['request-entity-too-large', 'Request entity too large'],
  422: ['unprocessable-content', 'The request cannot be carried out.'],
  500: ['internal-server-error', 'Internal server error'],
};

/** A request that the sandbox refuses. Each reason is a sentence for people: what's wrong and what was expected. */
export class Refusal extends Error {
  private readonly reasons: readonly string[];

  constructor(
    readonly status: number,
    ...reasons: string[]
  ) {
    super(reasons.join('; '));
    this.reasons = reasons;
  }

  /** The error body: a list of reasons for 400 and one for 422, as documented; other statuses say it in `message`. */
  get body(): Record<string, unknown> {
    const [errorCode, message] = NAMES[this.status] ?? ['error', 'Error'];
    const details = this.status === 400 ? this.reasons : this.status === 422 ? this.message : undefined;
    const known = { errorCode, statusCode: this.status };
    return details === undefined ? { ...known, message: this.message } : { ...known, message, details };
  }
}
