import { LandingPage, routes } from './routes.ts'

/** Whether an address belongs to this route; parameters match any one segment. */
const fits = (path: string, pathname: string): boolean =>
  new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`).test(pathname)

/**
 * Fetches the code this address will most likely show, while the server checks who is signed in.
 * @param signedIn whether the browser remembers a session
 */
export async function warmUp(pathname: string, signedIn: boolean): Promise<void> {
  const route = routes.find(({ path }) => fits(path, pathname))
  if (!route) return
  if (signedIn && route.access !== 'anyone')
    await Promise.all([import('./shell/shell.tsx'), route.page.fetch()])
  else if (pathname === '/') await LandingPage.fetch()
  else {
    const page = route.access === 'anyone' ? route.page : route.signedOutPage
    if (page) await Promise.all([route.bare || import('./public-frame.tsx'), page.fetch()])
  }
}
