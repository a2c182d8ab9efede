const loopback = ['localhost', '127.0.0.1', '[::1]']

/**
 * Whether a sign-in that starts at this origin comes back to it. The server moves a sign-in from one name of this
 * machine to the one that the provider knows; from any other address it could only fail.
 */
export function mayStartSignIn(here: string, known: string): boolean {
  if (here === known) return true
  const [from, to] = [new URL(here), new URL(known)]
  return from.port === to.port && [from, to].every(({ hostname }) => loopback.includes(hostname))
}
