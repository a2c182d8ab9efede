import { z } from 'zod'

/** A Stripe event. Everything is stored, this is what we read. */
export const storedEvent = z.looseObject({
  id: z.string().regex(/^evt_\w{1,250}$/),
  object: z.string().max(50),
  type: z.string().min(1).max(200),
  /** the connected account it happened at; undefined: our own */
  account: z.string().nullish(),
  data: z
    .looseObject({
      object: z
        .looseObject({
          id: z.string().nullish(),
          object: z.string().nullish(),
          payment_intent: z.string().nullish(),
        })
        .nullish(),
      previous_attributes: z.looseObject({ invoice_settings: z.unknown().optional() }).nullish(),
    })
    .nullish(),
  related_object: z.looseObject({ id: z.string(), type: z.string() }).nullish(),
})
export type StoredEvent = z.infer<typeof storedEvent>
