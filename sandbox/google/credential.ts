import type { IncomingMessage, ServerResponse } from 'node:http'
import { importJWK, type JWK, SignJWT } from 'jose'
import { z } from 'zod'
import { choice, type Person, personOf, subjectOf } from './people.ts'

const body = choice.extend({ nonce: z.string().max(200).optional() })
const bodyLimit = 8 * 1024
const lifetimeSeconds = 3600

export type MakeCredential = (person: Person, nonce: string | undefined) => Promise<string>

/** Makes what Google's button gives to a page: an ID token for this client. */
export function credentialMaker({
  issuer,
  clientId,
  signing,
}: {
  issuer: string
  clientId: string
  signing: JWK & { kid: string }
}): MakeCredential {
  return async ({ email, emailVerified, name }, nonce) =>
    new SignJWT({
      email,
      email_verified: emailVerified,
      azp: clientId,
      ...(name ? { name } : {}),
      ...(nonce ? { nonce } : {}),
    })
      .setProtectedHeader({ alg: 'RS256', kid: signing.kid, typ: 'JWT' })
      .setIssuer(issuer)
      .setAudience(clientId)
      .setSubject(subjectOf(email))
      .setIssuedAt()
      .setExpirationTime(`${lifetimeSeconds}s`)
      .setJti(crypto.randomUUID())
      .sign(await importJWK(signing, 'RS256'))
}

/**
 * POST /credential {email, name?, verified: 'on', nonce?} → {credential}: the button without a browser
 * (https://developers.google.com/identity/gsi/web/reference/js-reference#CredentialResponse). As in the
 * chooser, any identity can be picked; other sites can't read the answer.
 */
export function credentials(makeCredential: MakeCredential) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    let text = ''
    for await (const chunk of request) {
      text += chunk
      if (text.length > bodyLimit) return void response.writeHead(413).end()
    }
    const input = body.safeParse(jsonOf(text))
    if (!input.success) return void response.writeHead(422).end(input.error.message)
    const credential = await makeCredential(personOf(input.data), input.data.nonce)
    response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    response.end(JSON.stringify({ credential }))
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null // not JSON; the schema refuses it
  }
}
