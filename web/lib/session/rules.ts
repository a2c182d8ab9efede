const loopback = ['localhost', '127.0.0.1', '[::1]']

/**
 * Whether a sign-in that starts at this origin returns to it. The server can move a sign-in from one name of this
 * machine to the registered one; from any other address it would fail.
 */
export function mayStartSignIn(here: string, known: string): boolean {
  if (here === known) return true
  const [from, to] = [new URL(here), new URL(known)]
  return from.port === to.port && [from, to].every(({ hostname }) => loopback.includes(hostname))
}
