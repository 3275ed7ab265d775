import type { Page } from 'playwright-core';

/** Signs in as a person does, and ends where they wanted to go. */
export const signIn = async (page: Page, baseUrl: string, credential: string, target = baseUrl): Promise<void> => {
  await page.goto(target);
  await page.getByLabel('Credential', { exact: true }).fill(credential);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Sign out' }).waitFor();
};
