import { isStaff, type Role } from '#contract/permissions.ts'
import type { Access, AppRoute } from './routes.ts'

/** Whether a signed-in person with this role may open a screen. The server checks every call itself. */
export function mayOpen(access: Access, role: Role): boolean {
  if (access === 'admin') return role === 'admin'
  return access !== 'staff' || isStaff(role)
}

type NavRoute = AppRoute & Required<Pick<AppRoute, 'nav'>>

/** The routes in this role's navigation. */
export const navigationFor = (routes: readonly AppRoute[], role: Role): NavRoute[] =>
  routes.filter(
    (route): route is NavRoute =>
      !!route.nav && mayOpen(route.access, role) && (route.nav.only ?? role) === role,
  )

/** What a navigation's link to a screen says about the one that is shown, for `aria-current`. */
export const currentOf = (path: string, routes: readonly AppRoute[], location: string): 'page' | undefined =>
  location === path || routes.find(route => route.path === location)?.under === path ? 'page' : undefined

/** The routes in this role's bottom bar on a phone: five at most, so those that yield are in the user menu instead. */
export function barFor(routes: readonly AppRoute[], role: Role): NavRoute[] {
  const all = navigationFor(routes, role)
  return all.length > 5 ? all.filter(({ nav }) => !nav.yields) : all
}

/** The links in this role's user menu. */
export const menuFor = (routes: readonly AppRoute[], role: Role): { path: string; label: string }[] =>
  routes.flatMap(({ path, menu, access }) => (menu && mayOpen(access, role) ? [{ path, label: menu }] : []))
