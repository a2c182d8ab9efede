import { api, videoPage } from '#contract/paths.ts'

/** A link to a ride's page through the sandbox's account chooser, with its rider preselected. */
export function rideLink(server: string, videoId: string, email: string): string {
  const link = new URL(api.login, server)
  link.searchParams.set('returnTo', videoPage(videoId))
  link.searchParams.set('person', email)
  return link.href
}
