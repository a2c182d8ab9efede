import { z } from 'zod'

export const roles = ['user', 'moderator', 'admin'] as const
export const role = z.enum(roles)
export type Role = z.infer<typeof role>

/**
 * Who may do what, shared by server and web; the server decides.
 * 'anyone' answers everybody alike, so the session isn't looked up; 'public' needs no session, but may tell by it what to
 * show; 'signed' means that the address itself carries a signature.
 * 'own' permissions are open to any signed-in user and the use-case checks the owner.
 */
export const permissions = {
  anyone: ['anonymous', 'user', 'moderator', 'admin'],
  public: ['anonymous', 'user', 'moderator', 'admin'],
  signed: ['anonymous', 'user', 'moderator', 'admin'],
  'session:own': ['user', 'moderator', 'admin'],
  'profile:own': ['user', 'moderator', 'admin'],
  'video:own': ['user', 'moderator', 'admin'],
  'notification:own': ['user', 'moderator', 'admin'],
  'earnings:own': ['user', 'moderator', 'admin'],
  'video:review': ['moderator', 'admin'],
  'publishing:manage': ['moderator', 'admin'],
  'staff:figures': ['moderator', 'admin'],
  'admin:manage': ['admin'],
  'sandbox:use': ['anonymous', 'user', 'moderator', 'admin'],
} as const satisfies Record<string, readonly (Role | 'anonymous')[]>
export type Permission = keyof typeof permissions

/** Whether someone with this role ('anonymous': signed out) has the permission. */
export function allows(permission: Permission, who: Role | 'anonymous'): boolean {
  return (permissions[permission] as readonly string[]).includes(who)
}

export const isStaff = (who: Role | undefined): boolean => who === 'admin' || who === 'moderator'
