import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import type { SettingTexts } from './settings/setting-sources.js';

interface JsonOption {
  readonly json?: true;
}

export type ServiceOptions = SettingTexts & JsonOption;

/** To say what would be done, and do nothing. */
interface DryRunOption {
  readonly dryRun?: true;
}

/** Patterns for what lies in a folder. */
interface PatternOptions {
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

export interface PushOptions extends ServiceOptions, PatternOptions, DryRunOption {
  readonly profile: ProfileChoice;
}

export interface PullOptions extends ServiceOptions, PatternOptions, DryRunOption {
  readonly output?: string;
  readonly ref?: string;
  readonly force?: true;
  readonly allowMissing?: true;
}

export interface ListOptions extends ServiceOptions {
  readonly ref?: string;
  readonly recursive?: true;
  readonly long?: true;
}

export interface RemoveOptions extends ServiceOptions, DryRunOption {
  readonly ref?: string;
  readonly force?: true;
}

export interface DiffOptions extends ServiceOptions {
  /** With it both are refs. */
  readonly path?: string;
  readonly all?: true;
}

export interface ImportOptions extends ServiceOptions, PatternOptions, DryRunOption {
  readonly ref?: readonly string[];
}

export interface LogoutOptions extends Pick<SettingTexts, 'url' | 'allowHttp'>, JsonOption {}

export interface LoginOptions extends LogoutOptions {
  readonly browser: boolean;
}

export interface VerifyOptions extends ServiceOptions {
  readonly file?: string;
}

export interface ChunkOptions extends ServiceOptions {
  readonly profile: ProfileChoice;
}

export interface ScopeOptions {
  readonly local?: true;
  readonly global?: true;
}

export interface InstallOptions extends ScopeOptions {
  readonly url?: string;
  readonly repository?: string;
  readonly allowHttp?: boolean;
  readonly standalone?: true;
}

export interface IndexOptions extends ServiceOptions {
  readonly remote?: string;
  readonly local?: true;
  readonly ref?: readonly string[];
  readonly storeFiles: boolean;
  /** Whether to store all files of the tips, those that earlier runs left out too, however many they are. */
  readonly allFiles?: true;
  readonly prune?: true;
  readonly force?: true;
  /** Whether to say that these are all branches and tags. */
  readonly complete?: true;
  readonly installHook?: true;
  readonly uninstallHook?: true;
  /** The remote that is pushed to, where git runs the hook. */
  readonly prePush?: string;
  readonly limitSeconds: number;
}

/** What the commands do; each rejects with why it could not. */
export interface Commands {
  readonly push: (paths: readonly string[], options: PushOptions) => Promise<void>;
  readonly pull: (wanted: readonly string[], options: PullOptions) => Promise<void>;
  readonly ls: (path: string | undefined, options: ListOptions) => Promise<void>;
  readonly diff: (base: string, head: string | undefined, options: DiffOptions) => Promise<void>;
  readonly import: (source: string, options: ImportOptions) => Promise<void>;
  readonly login: (url: string | undefined, options: LoginOptions) => Promise<void>;
  readonly logout: (url: string | undefined, options: LogoutOptions) => Promise<void>;
  readonly completion: (shell: Shell, program: Command) => Promise<void>;
  readonly rm: (wanted: readonly string[], options: RemoveOptions) => Promise<void>;
  readonly undelete: (oids: readonly string[], options: ServiceOptions) => Promise<void>;
  readonly verify: (oids: readonly string[], options: VerifyOptions) => Promise<void>;
  readonly chunk: (files: readonly string[], options: ChunkOptions) => Promise<void>;
  readonly doctor: (options: ServiceOptions) => Promise<void>;
  readonly install: (options: InstallOptions) => Promise<void>;
  readonly uninstall: (options: ScopeOptions) => Promise<void>;
  readonly index: (options: IndexOptions) => Promise<void>;
  readonly transfer: (options: SettingTexts) => Promise<void>;
}

const profileChoices = ['auto', 'fastcdc-16k', 'fastcdc-64k', 'fastcdc-128k', 'fixed-256k', 'fixed-512k', 'fixed-1m'] as const;
export type ProfileChoice = (typeof profileChoices)[number];

const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

const exitCodes = `
Exit codes:
  0    all of it was done
  1    something was not, and a line on stderr says what: bad input, a file, the service, or a part that is missing
  129  SIGHUP, 130 SIGINT (Ctrl-C), 143 SIGTERM: nothing half-written is left, and the same command goes on`;

export interface CommandLineHost {
  readonly version: string;
  /** Takes help, and the version. */
  readonly writeOut: (text: string) => void;
  /** Takes what is wrong with parameters. */
  readonly writeErr: (text: string) => void;
  /** How wide the terminal is that help goes to; undefined where it goes to none. */
  readonly columns: number | undefined;
}

/** The `svc` command. Rejects with commander's errors, and with what the commands reject with. */
export const createCommandLine = (commands: Commands, { version, writeOut, writeErr, columns }: CommandLineHost): Command => {
  const program = new Command('svc')
    .description(
      'Sends and fetches large files, of each only what the service does not have yet. ' +
        'Settings come from flags, from SVC_URL, SVC_REPOSITORY and SVC_TOKEN, from what "svc install" wrote, or from the LFS URL of the clone.',
    )
    .version(version, '--version')
    .addHelpText('after', exitCodes)
    .exitOverride()
    .showSuggestionAfterError(false)
    .configureOutput({
      writeOut,
      writeErr,
      getOutHelpWidth: () => columns ?? 80,
      outputError: (text, write) => write(text.replace(/^error:/, 'svc:')),
    });
  addFileCommands(program, commands);
  addRemovalCommands(program, commands);
  addMovingIn(program, commands);
  addGitCommands(program, commands);
  addIndexCommand(program, commands);
  withService(program.command('doctor'))
    .description('diagnose the configuration: check each setting and say what is wrong')
    .option('--json', 'one JSON object a check')
    .action(commands.doctor);
  program
    .command('completion')
    .addArgument(new Argument('<shell>').choices([...shells]))
    .description('print what a shell reads to complete words of this command')
    .action((shell: Shell) => commands.completion(shell, program));
  return program;
};

const addFileCommands = (program: Command, { push, pull, ls, diff, verify, chunk }: Commands): void => {
  withPatterns(withService(program.command('push')))
    .argument('<paths...>', 'files, and folders with all that is in them', paths)
    .description('store files, and print the oid and the path of each')
    .addOption(profileOption())
    .option('-n, --dry-run', 'print what would be sent, and send nothing')
    .option('--json', 'one JSON object a file')
    .action(push);
  withPatterns(withService(program.command('pull')))
    .argument('<wanted...>', 'SHA-256 of the files; or a folder or a file of the indexed history, as PATH@REF or PATH', paths)
    .description('fetch files, each verified before it gets its name')
    .option(
      '-o, --output <path>',
      'the file to write, or a folder: for files named by their oids, or for what is in a folder (default: the working directory)',
      filePath,
    )
    .option('--ref <ref>', 'a branch, a tag or a commit, where PATH has an @ in it', filePath)
    .option('--force', 'of a path: replace files that are there and are others')
    .option('--allow-missing', 'of a path: succeed without the files that are not stored')
    .option('-n, --dry-run', 'print what would be fetched, and write nothing')
    .option('--json', 'one JSON object a file')
    .action(pull);
  withService(program.command('ls'))
    .argument('[path]', 'a folder or a file (default: the outermost folder)')
    .description('list a folder of the history that is indexed, with sizes of what is stored')
    .option('--ref <ref>', 'a branch, a tag, or at least 7 digits of the id of a commit (default: the default branch)', filePath)
    .option('-r, --recursive', 'all files below it, with their whole paths')
    .option('-l, --long', 'with mode, size, whether it is stored, and the time and the commit of the last change')
    .option('--json', 'one JSON object an entry')
    .action(ls);
  withService(program.command('diff'))
    .argument('<base>', 'a branch, a tag or a commit; or a version of a file, as PATH@REF or by its SHA-256', filePath)
    .argument('[head]', 'what it is compared with (default: the default branch)', filePath)
    .description(
      'say what differs between two commits, with sizes, or between two versions of a file, with the tensors of models',
    )
    .option('--path <path>', 'of two commits only what is in this folder; both are refs then, also with an @ in them', filePath)
    .option('-a, --all', 'of two versions also the tensors that are the same')
    .option('--json', 'one JSON object a file or a tensor, and one of the totals at the end')
    .action(diff);
  withService(program.command('verify'))
    .argument('<oids...>', 'SHA-256 of the files', oids)
    .description('read files back from the service and check every byte, without keeping them')
    .option('-f, --file <path>', 'check this local file instead, against one oid', filePath)
    .option('--json', 'one JSON object a file')
    .action(verify);
  withService(program.command('chunk <files...>'))
    .description('show how files are cut, and how much of them the repository has already')
    .addOption(profileOption())
    .option('--json', 'one JSON object a file')
    .action(chunk);
};

const addRemovalCommands = (program: Command, { rm, undelete }: Commands): void => {
  withService(program.command('rm'))
    .argument('<wanted...>', 'SHA-256 of the files; or files of the indexed history, as PATH@REF or PATH', paths)
    .description('remove stored files from the service; until their grace is over undelete brings them back')
    .option('--ref <ref>', 'a branch, a tag or a commit, where PATH has an @ in it', filePath)
    .option('--force', 'also what branches and tags reach')
    .option('-n, --dry-run', 'print what would be removed, and remove nothing')
    .option('--json', 'one JSON object a file')
    .action(rm);
  withService(program.command('undelete'))
    .argument('<oids...>', 'SHA-256 of the files', oids)
    .description('bring back what rm has removed')
    .option('--json', 'one JSON object a file')
    .action(undelete);
};

const addMovingIn = (program: Command, commands: Commands): void => {
  withUrl(program.command('login'))
    .argument('[url]', 'of the service (default: that of the settings)', filePath)
    .description("keep a token in git's credential store, where this command and git-lfs find it; a program writes it to stdin")
    .option('--no-browser', 'open no browser where tokens are made')
    .option('--json', 'one JSON object')
    .action(commands.login);
  withUrl(program.command('logout'))
    .argument('[url]', 'of the service (default: that of the settings)', filePath)
    .description('have git forget that token')
    .option('--json', 'one JSON object')
    .action(commands.logout);
  withPatterns(withService(program.command('import')))
    .argument('<source>', 'the LFS URL of another server, or the URL of a Git repository there; or a folder', filePath)
    .description(
      'bring over the objects of the Git repository here from another Git LFS server, or the files of a folder, and say what is missing',
    )
    .option('--ref <names...>', 'only what these branches and tags reach (default: all that is in the clone)')
    .option('-n, --dry-run', 'ask what there is, and bring nothing over')
    .option('--json', 'one JSON object an object or a file, and one of the totals at the end')
    .action(commands.import);
};

const addGitCommands = (program: Command, { install, uninstall, transfer }: Commands): void => {
  withScope(program.command('install'))
    .description('let git-lfs use this command, in the clone of the working directory')
    .option('--url <url>', 'of the service, or the LFS URL of a repository; kept for this and the other commands')
    .option('--repository <id>', 'a UUID, or organization/repository; kept too')
    .option('--allow-http', 'allow plain http to other machines; kept too')
    .option('--standalone', 'leave everything to this command, instead of asking the server first; locks are not checked then')
    .action(install);
  withScope(program.command('uninstall')).description('take back what install has written').action(uninstall);
  withService(program.command('transfer'))
    .description('speak the custom transfer protocol of git-lfs, which starts this command itself')
    .action(transfer);
};

const addIndexCommand = (program: Command, { index }: Commands): void => {
  withService(program.command('index'))
    .description('let the service know the history of the Git repository here: commits, branches, tags and what they change')
    .addOption(
      new Option('--remote <name>', "the branches of this remote, as last fetched (default: the branch's, or origin)").conflicts(
        'local',
      ),
    )
    .option('--local', 'the branches of this clone instead; those of a bare repository always')
    .option('--ref <names...>', 'these branches and tags alone')
    .option('--no-store-files', 'leave out the files of the branches and tags, up to 1 MiB each, that are no LFS pointers')
    .addOption(
      new Option(
        '--all-files',
        'store these files of all branches and tags, however many, not only of what is new: what earlier runs left out too',
      ).conflicts('storeFiles'),
    )
    .option('--prune', 'remove indexed branches and tags that are not here')
    .option('--force', 'move branches and tags too whose indexed commits are not here')
    .addOption(
      new Option(
        '--complete',
        'say that these are all branches and tags that the remote has, after asking it: only then may the service take for unreachable what they do not reach',
      ).conflicts(['ref', 'local']),
    )
    .addOption(new Option('--install-hook', 'have git push index what it sends, by a pre-push hook').conflicts('uninstallHook'))
    .option('--uninstall-hook', 'take that hook back')
    .option('--limit-seconds <seconds>', 'how long a push waits for that, at most', limitSeconds, 10)
    .addOption(new Option('--pre-push <remote>', 'what the hook runs').hideHelp())
    .option('--json', 'one JSON object')
    .action(index);
};

const withService = (command: Command): Command =>
  command
    .option('--url <url>', 'of the service, or the LFS URL of a repository (SVC_URL)')
    .option('--repository <id>', 'a UUID, or organization/repository (SVC_REPOSITORY)')
    .option('--token <secret>', 'shown to everybody who lists processes, so SVC_TOKEN is better')
    .option('--allow-http', 'allow plain http to other machines (SVC_ALLOW_HTTP)');

const withUrl = (command: Command): Command =>
  command
    .option('--url <url>', 'of the service, or the LFS URL of a repository (SVC_URL)')
    .option('--allow-http', 'allow plain http to other machines (SVC_ALLOW_HTTP)');

const withPatterns = (command: Command): Command =>
  command
    .option('--include <pattern>', 'of a folder only what matches, as in .gitignore; may be given again', pattern, [])
    .option('--exclude <pattern>', 'of a folder nothing that matches; may be given again', pattern, []);

const withScope = (command: Command): Command =>
  command
    .addOption(new Option('--local', 'in the configuration of the clone (the default)').conflicts('global'))
    .addOption(new Option('--global', 'in that of the user, for all clones').conflicts('local'));

const profileOption = (): Option =>
  new Option('--profile <profile>', 'how files are cut; auto chooses by size').choices([...profileChoices]).default('auto');

const filePath = (text: string): string => {
  if (text === '') throw new InvalidArgumentError('It is empty.');
  return text;
};

const paths = (text: string, before: readonly string[] | undefined): readonly string[] => [...(before ?? []), filePath(text)];

const pattern = (text: string, before: readonly string[]): readonly string[] => [...before, filePath(text)];

const oids = (text: string, before: readonly string[] | undefined): readonly string[] => {
  if (!/^[0-9a-f]{64}$/.test(text)) throw new InvalidArgumentError('It is no SHA-256 in lower-case hex.');
  return [...(before ?? []), text];
};

const mostLimitSeconds = 3600;

const limitSeconds = (text: string): number => {
  const seconds = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (seconds < 1 || seconds > mostLimitSeconds) throw new InvalidArgumentError(`It is no number from 1 to ${mostLimitSeconds}.`);
  return seconds;
};
