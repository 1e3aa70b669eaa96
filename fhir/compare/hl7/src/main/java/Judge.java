import ca.uhn.fhir.context.FhirContext;
import ca.uhn.fhir.context.support.DefaultProfileValidationSupport;
import ca.uhn.fhir.validation.FhirValidator;
import ca.uhn.fhir.validation.ResultSeverityEnum;
import ca.uhn.fhir.validation.SingleValidationMessage;
import com.google.gson.Gson;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.hl7.fhir.common.hapi.validation.support.CommonCodeSystemsTerminologyService;
import org.hl7.fhir.common.hapi.validation.support.InMemoryTerminologyServerValidationSupport;
import org.hl7.fhir.common.hapi.validation.support.SnapshotGeneratingValidationSupport;
import org.hl7.fhir.common.hapi.validation.support.ValidationSupportChain;
import org.hl7.fhir.common.hapi.validation.validator.FhirDefaultPolicyAdvisor;
import org.hl7.fhir.common.hapi.validation.validator.FhirInstanceValidator;
import org.hl7.fhir.r5.elementmodel.Element;
import org.hl7.fhir.r5.model.CanonicalResource;
import org.hl7.fhir.r5.model.CanonicalType;
import org.hl7.fhir.r5.utils.validation.IResourceValidator;
import org.hl7.fhir.r5.utils.validation.IValidatorResourceFetcher;
import org.hl7.fhir.r5.utils.validation.constants.BestPracticeWarningLevel;
import org.hl7.fhir.r5.utils.validation.constants.ReferenceValidationPolicy;
import org.hl7.fhir.utilities.http.ManagedWebAccess;

/**
 * HL7's validator, offline. Reads lines of a release, a tab and a file name; writes one JSON line for each: the file, the
 * milliseconds and the issues, or what was thrown.
 */
public final class Judge {
  private static final Gson GSON = new Gson();

  public static void main(String[] arguments) throws Exception {
    PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
    // Libraries greet on the standard output, which belongs to the answers.
    System.setOut(System.err);
    ManagedWebAccess.setAccessPolicy(ManagedWebAccess.WebAccessPolicy.PROHIBITED);
    Map<String, List<String>> files = new LinkedHashMap<>();
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      String[] parts = line.split("\t");
      files.computeIfAbsent(parts[0], release -> new ArrayList<>()).add(parts[1]);
    }
    // Definitions take most of the time of a small comparison: those of two releases are loaded at once.
    ExecutorService releases = Executors.newFixedThreadPool(2);
    List<Future<?>> running = new ArrayList<>();
    files.forEach((release, names) -> running.add(releases.submit(() -> judge(release, names, out))));
    for (Future<?> each : running) each.get();
    releases.shutdown();
  }

  private static void judge(String release, List<String> files, PrintStream out) {
    FhirValidator validator = validatorOf(release);
    for (String file : files) {
      long start = System.nanoTime();
      Map<String, Object> answer = new LinkedHashMap<>();
      answer.put("file", file);
      try {
        answer.put("issues", issuesOf(validator, Files.readString(Path.of(file))));
      } catch (Exception | StackOverflowError thrown) {
        answer.put("thrown", thrown.toString());
      }
      answer.put("ms", (System.nanoTime() - start) / 1_000_000.0);
      String line = GSON.toJson(answer);
      synchronized (out) {
        out.println(line);
        out.flush();
      }
    }
  }

  private static List<Map<String, String>> issuesOf(FhirValidator validator, String text) {
    List<Map<String, String>> issues = new ArrayList<>();
    for (SingleValidationMessage message : validator.validateWithResult(text).getMessages()) {
      if (message.getSeverity() == ResultSeverityEnum.INFORMATION) continue;
      Map<String, String> issue = new LinkedHashMap<>();
      issue.put("severity", message.getSeverity().getCode());
      issue.put("place", message.getLocationString());
      issue.put("id", message.getMessageId());
      issue.put("message", message.getMessage());
      issues.add(issue);
    }
    return issues;
  }

  private static FhirValidator validatorOf(String release) {
    FhirContext context =
        switch (release) {
          case "4.0.1" -> FhirContext.forR4();
          case "4.3.0" -> FhirContext.forR4B();
          case "5.0.0" -> FhirContext.forR5();
          default -> throw new IllegalArgumentException("No definitions of " + release + ".");
        };
    ValidationSupportChain definitions =
        new ValidationSupportChain(
            new DefaultProfileValidationSupport(context),
            new CommonCodeSystemsTerminologyService(context),
            new InMemoryTerminologyServerValidationSupport(context),
            new SnapshotGeneratingValidationSupport(context));
    FhirInstanceValidator module = new FhirInstanceValidator(definitions);
    module.setBestPracticeWarningLevel(BestPracticeWarningLevel.Ignore);
    module.setValidatorPolicyAdvisor(new TypesOfReferences());
    module.setValidatorResourceFetcher(new NothingOutside());
    return context.newValidator().registerValidatorModule(module);
  }

  /** References out of the body are not followed, but the type that one names is judged. */
  private static final class TypesOfReferences extends FhirDefaultPolicyAdvisor {
    @Override
    public ReferenceValidationPolicy policyForReference(
        IResourceValidator validator, Object context, String path, String url, ReferenceDestinationType type) {
      return ReferenceValidationPolicy.CHECK_TYPE_IF_EXISTS;
    }
  }

  /** What is outside the body is neither fetched nor missed. */
  private static final class NothingOutside implements IValidatorResourceFetcher {
    @Override
    public Element fetch(IResourceValidator validator, Object context, String url) {
      return null;
    }

    @Override
    public boolean resolveURL(
        IResourceValidator validator,
        Object context,
        String path,
        String url,
        String type,
        boolean canonical,
        List<CanonicalType> targets) {
      return true;
    }

    @Override
    public byte[] fetchRaw(IResourceValidator validator, String url) throws IOException {
      throw new IOException("Nothing is fetched.");
    }

    @Override
    public IValidatorResourceFetcher setLocale(Locale locale) {
      return this;
    }

    @Override
    public CanonicalResource fetchCanonicalResource(IResourceValidator validator, Object context, String url) {
      return null;
    }

    @Override
    public boolean fetchesCanonicalResource(IResourceValidator validator, String url) {
      return false;
    }

    @Override
    public Set<ResourceVersionInformation> fetchCanonicalResourceVersions(
        IResourceValidator validator, Object context, String url) {
      return Set.of();
    }
  }

  private Judge() {}
}
