/** An error response of Stripe's API (https://docs.stripe.com/api/errors). */
export class StripeRefusal extends Error {
  override name = 'StripeRefusal'
  readonly status: number
  readonly type: string
  readonly code: string | undefined
  readonly more: Record<string, unknown>

  constructor(
    status: number,
    type: 'invalid_request_error' | 'card_error' | 'idempotency_error' | 'api_error',
    message: string,
    { code, ...more }: { code?: string } & Record<string, unknown> = {},
  ) {
    super(message)
    this.status = status
    this.type = type
    this.code = code
    this.more = more
  }

  get body() {
    return {
      error: {
        type: this.type,
        message: this.message,
        ...(this.code ? { code: this.code } : {}),
        ...this.more,
      },
    }
  }
}

export const noSuch = (what: string, id: string): StripeRefusal =>
  new StripeRefusal(404, 'invalid_request_error', `No such ${what}: '${id}'`, {
    code: 'resource_missing',
    param: 'id',
  })

export const missing = (param: string): StripeRefusal =>
  new StripeRefusal(400, 'invalid_request_error', `Missing required param: ${param}.`, {
    code: 'parameter_missing',
    param,
  })
