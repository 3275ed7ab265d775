/** What somebody may do with one repository, whatever their role in the organization. */
export const levels = ['NONE', 'READ', 'WRITE', 'MAINTAIN', 'ADMIN'] as const;
export type Level = (typeof levels)[number];

export const levelText: Readonly<Record<Level, string>> = {
  NONE: 'None: sees nothing of it',
  READ: 'Read: pull',
  WRITE: 'Write: push and pull',
  MAINTAIN: 'Maintain: also describe it',
  ADMIN: 'Admin: everything',
};

export const isLevel = (text: string): text is Level => levels.some((level) => level === text);
