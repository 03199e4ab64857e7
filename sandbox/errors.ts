/** Refusals, in the API's own error body. */

const NAMES: Record<number, [errorCode: string, message: string]> = {
  400: ['bad-request', 'Validation failed.'],
  401: ['unauthorized', 'Missing auth token'],
  403: ['forbidden', 'Forbidden access'],
  404: ['not-found', 'Not found'],
  409: ['conflict', 'Conflict'],
  413: ['request-entity-too-large', 'Request entity too large'],
  422: ['unprocessable-content', 'Unprocessable content'],
  500: ['internal-server-error', 'Internal server error'],
};

/** A request that the sandbox refuses. `reason` is a sentence for people: what's wrong and what was expected. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly reason: string,
  ) {
    super(reason);
  }

  /** The error body; those of the statuses that have no details say the reason in `message`. */
  get body(): Record<string, unknown> {
    const [errorCode, message] = NAMES[this.status] ?? ['error', 'Error'];
    const hasDetails = this.status === 400 || this.status === 422;
    return {
      errorCode,
      statusCode: this.status,
      message: hasDetails ? message : this.reason,
      ...(hasDetails ? { details: this.reason } : {}),
    };
  }
}
