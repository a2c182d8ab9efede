import { pageStateId } from '#contract/drawn-page.ts'
import type { ApiClient } from '../../scripts/lib/api-client.ts'

/** Tries after which a page isn't only too slow: a busy machine leaves one to the browser now and then. */
const mostTries = 20

/** A page as the server draws it. @throws Error when it doesn't */
export async function drawnPage(
  client: Pick<ApiClient, 'call'>,
  address: string,
): Promise<{ answer: Response; html: string }> {
  for (let tries = 0; tries < mostTries; tries++) {
    const answer = await client.call(address)
    const html = await answer.text()
    if (html.includes(`id="${pageStateId}"`)) return { answer, html }
  }
  throw new Error(`${address} is not drawn`)
}
