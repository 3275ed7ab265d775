import { Command } from 'commander';
import type { CommandLineHost } from './commands/command-line-host.js';
import { addBackupCommands } from './commands/backup-commands.js';
import { addCopyCommands } from './commands/copy-commands.js';
import { addFsckCommand } from './commands/fsck-command.js';
import { addMemberCommands } from './commands/member-commands.js';
import { addOrganizationCommands } from './commands/organization-commands.js';
import { addRepositoryCommands } from './commands/repository-commands.js';
import { addSessionCommands } from './commands/session-commands.js';
import { addTokenCommands } from './commands/token-commands.js';
import { addUserCommands } from './commands/user-commands.js';

/** The `svc-server` command, of a version. Rejects with commander's errors, and with what the host rejects with. */
export const createCommandLine = (host: CommandLineHost, version: string): Command => {
  const program = new Command('svc-server')
    .description(
      'Large-file storage and versioning. Settings come from the environment and from a .env file in the working directory.',
    )
    .version(version, '--version')
    .exitOverride()
    .showSuggestionAfterError(false)
    .configureOutput({
      writeOut: host.showOutput,
      writeErr: host.showError,
      outputError: (text, write) => write(text.replace(/^error:/, 'svc-server:')),
    });
  program.command('serve').description('run the server; svc-server without a command does the same').action(host.serve);
  addUserCommands(program, host);
  addMemberCommands(program, host);
  addOrganizationCommands(program, host);
  addRepositoryCommands(program, host);
  addSessionCommands(program, host);
  addTokenCommands(program, host);
  addCopyCommands(program, host);
  addFsckCommand(program, host);
  addBackupCommands(program, host);
  return program;
};
