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

/** More links are too narrow for a thumb and their words. */
const barHolds = 5

/** The routes in this role's bottom bar on a phone; those that yield are in the user menu if there are too many. */
export function barFor(routes: readonly AppRoute[], role: Role): NavRoute[] {
  const all = navigationFor(routes, role)
  return all.length > barHolds ? all.filter(({ nav }) => !nav.yields) : all
}

interface MenuLink {
  path: string
  label: string
  /** only where the bottom bar takes the place of the navigation */
  narrow?: true
}

/** The links in this role's user menu. */
export function menuFor(routes: readonly AppRoute[], role: Role): MenuLink[] {
  const bar = barFor(routes, role)
  return [
    ...routes.flatMap(({ path, menu, access }) =>
      menu && mayOpen(access, role) ? [{ path, label: menu }] : [],
    ),
    ...navigationFor(routes, role)
      .filter(route => !bar.includes(route))
      .map(({ path, nav }): MenuLink => ({ path, label: nav.label, narrow: true })),
  ]
}
